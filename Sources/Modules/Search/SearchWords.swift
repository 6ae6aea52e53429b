import Viper

// What the search asks, in words.

extension Question {
  static func name(_ naming: SearchPresenter.Naming, now name: String) -> Question {
    let text =
      switch naming {
      case .query(let query): "A name for “\(query)”:"
      case .saved: "Its new name:"
      }
    return .line("Saved search", text, initial: name)
  }
}
