/// Where copied text goes for other programs, and where theirs comes from.
@MainActor
package protocol Clipboard: AnyObject, Sendable {
  /// Offers text to other programs; answers with what a person must know where that failed.
  func offer(_ bytes: [UInt8]) async -> String?

  /// Whether other programs can be asked for what they offer.
  var isReadable: Bool { get }

  /// What other programs offer; nil where they cannot be asked, or offer no text.
  func offered() async -> [UInt8]?
}
