package import Bytes
import Entities

/// The words of a note that are a person's text, for a dictionary: not its front matter, and nothing of
/// code, formulas, HTML, addresses, tags and what links lead to.
package enum ProseWords {
  package struct Word: Equatable, Sendable {
    /// What a dictionary is asked for.
    package let whole: Range<Int>
    /// The same without signs at its ends.
    package let core: Range<Int>
    /// Counted from 1.
    package let line: Int
  }

  package static func words(
    of bytes: Span<UInt8>, by reader: WordReader
  ) -> [Word] {
    var pass = ScanPass(bytes, end: bytes.count, ScanOptions())
    pass.prose = ProseText()
    pass.readFrontMatter()
    pass.run()
    return pass.prose?.words(in: bytes, by: reader) ?? []
  }

  /// The languages that a note says it is written in: `lang` in its properties. The bytes may be its
  /// first ones alone.
  package static func languages(of bytes: Span<UInt8>) -> [String] {
    var pass = ScanPass(bytes, end: bytes.count, ScanOptions())
    pass.readFrontMatter()
    return pass.scan.properties.first { $0.name.lowercased() == "lang" }?.values ?? []
  }
}
