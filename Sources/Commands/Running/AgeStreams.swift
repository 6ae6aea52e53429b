package import Vault

/// The files that `age` reads and writes, and who is asked for passphrases.
@MainActor
package protocol AgeStreams {
  /// Whether there is a terminal to ask on.
  var canAsk: Bool { get }

  /// A file, or standard input where none is named.
  func openInput(_ path: RawArgument?) throws(CommandFailure) -> AgeSource

  /// A file that takes its place only by `finish`, or standard output where none is named. A private
  /// one is its owner's alone, if it is new.
  func openOutput(
    _ path: RawArgument?, isPrivate: Bool
  ) throws(CommandFailure) -> any AgeOutput

  /// A file of keys as it is.
  func readKeys(_ path: RawArgument) throws(CommandFailure) -> Secret

  /// Asks on the terminal; what is typed is not seen.
  func askPassphrase(_ question: String) throws(CommandFailure) -> Secret

  /// Asks on the terminal, for yes or no; nil where there is none.
  func confirm(_ question: String) -> Bool?

  /// Shows a secret on the terminal between two texts, and nowhere else.
  func show(_ secret: Secret, after text: String, before end: String) throws(CommandFailure)

  /// Reads the first line of what a descriptor gives.
  func readPassphrase(descriptor: Int) throws(CommandFailure) -> Secret
}

/// What is being written. Let go of before its end, it leaves nothing behind.
@MainActor
package protocol AgeOutput: AnyObject {
  var sink: AgeSink { get }

  /// All was written.
  func finish() throws(CommandFailure)
}
