package import Entities

/// One word of a command line, as the bytes that the shell gave: a file's name need not be UTF-8.
package struct RawArgument: Hashable, Sendable, ExpressibleByStringLiteral {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }
  package init(stringLiteral text: String) { self.init(text) }

  /// Bytes that are no UTF-8 show as U+FFFD: for reading, not for opening.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var path: NotePath { NotePath(bytes: bytes) }

  /// `-` alone: standard input.
  package var isStandardInput: Bool { bytes.elementsEqual("-".utf8) }
}
