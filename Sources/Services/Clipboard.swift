/// The clipboard that this program shares with others. Requests are begun immediately and in order,
/// so that a paste after a copy never gets older text.
@MainActor
package protocol Clipboard: AnyObject, Sendable {
  /// Copies text for other programs; returns a message for the user if that failed.
  func offer(_ bytes: [UInt8]) -> Task<String?, Never>

  /// Whether text of other programs can be read.
  var isReadable: Bool { get }

  /// Returns the text that other programs copied; nil if it cannot be read or is no text.
  func offered() -> Task<[UInt8]?, Never>
}
