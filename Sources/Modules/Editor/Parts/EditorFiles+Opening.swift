import TextEngine
import Viper

/// Opens notes by any of their names: `:e NAME`, `:b NAME`, and the names that Tab offers.
extension EditorFiles {
  /// With a `!` it drops what was typed since the last save.
  func edit(_ name: String, isForced: Bool) {
    if isForced {
      if name.isEmpty || name == "%" { return saving.goBack() }
      return saving.drop { [weak self] in self?.edit(name, isForced: false) }
    }
    switch name {
    case "": reload()
    case "#": openAlternate()
    case "%": scene.showState()
    default: if mayGoOn() { navigation.open(typedName: name) }
    }
  }

  /// `:e` alone reads the file again, which the text follows anyway.
  private func reload() {
    guard mayLeave() else { return }
    scene.interactor.start(.compareWithFile)
    showFile()
  }

  func openAlternate() { if mayGoOn() { navigation.go(toRecentNamed: "#") } }

  // MARK: - Completing the command line

  func completeName(_ typed: String) {
    scene.wait()
    scene.interactor.ask(.names(begunBy: typed)) { [weak self] names in
      guard let self else { return }
      scene.release {
        if names.isEmpty { self.scene.showMessage(EditorWords.noNoteBegins(typed)) }
        self.scene.interactor.perform(.complete(names))
        self.scene.showKeys()
      }
    }
  }
}
