/// A remote may send names and settings of any length: in a sentence only the beginning and the end show.
extension String {
  private static let mostShown = 200

  package var cutInMessages: String {
    let scalars = unicodeScalars
    guard scalars.count > Self.mostShown else { return self }
    let half = Self.mostShown / 2
    return String(scalars.prefix(half)) + " … " + String(scalars.suffix(half))
  }
}

extension NotePath {
  /// Its text in a sentence.
  package var shortText: String { text.cutInMessages }
}
