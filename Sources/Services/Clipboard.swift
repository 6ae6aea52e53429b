/// Where copied text goes for other programs, and where theirs comes from. What is asked for is begun at
/// once, in that order: what is pasted after it was copied is never what was copied before.
@MainActor
package protocol Clipboard: AnyObject, Sendable {
  /// Offers text to other programs; answers with what a person must know where that failed.
  func offer(_ bytes: [UInt8]) -> Task<String?, Never>

  /// Whether other programs can be asked for what they offer.
  var isReadable: Bool { get }

  /// What other programs offer; nil where they cannot be asked, or offer no text.
  func offered() -> Task<[UInt8]?, Never>
}
