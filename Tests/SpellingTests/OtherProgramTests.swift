import Bytes
import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import Spelling

/// Other programs beside ours: `hunspell` on the same texts, `iconv` on the same characters.
@Suite("Compatibility with hunspell and iconv")
struct OtherProgramTests {
  static let folder = "/usr/share/hunspell"

  static func isThere(_ dictionary: String) -> Bool {
    access("/usr/bin/hunspell", X_OK) == 0 && access("\(folder)/\(dictionary).dic", R_OK) == 0
  }

  /// What a command line prints.
  private static func output(of command: String) throws -> [UInt8] {
    let pipe = try #require(popen(command, "r"))
    defer { pclose(pipe) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  private static let text = """
    # Teh title, and 2 more
    It's a lovley day; the dogs' collars aren't "broken".
    - An item with the 1st, 22nd and 3th word, e.g. colour or color.
    > Naïve cafés in Zürich, Łódź and 東京; don’t, can’t, wouldnt, ’tis.
    See https://example.org/a/b?c=d and mail ada@example.org, or /usr/share/dict, or
    C:\\windows. snake_case, camelCase, ALLCAPS, MixedCse, hy-phen-ated, and/or words.
    Emphasis *strng* and _itlaics_, **bold**; numbers 3.14, 1,000, 50%, x2, H2O.
    A pneumonoultramicroscopicsilicovolcanoconiosis, and a run of aaaaaaaaaaaaaaaaaaaa.
    """

  @Test(
    "hunspell -l finds the same words wrong",
    .enabled(if: isThere("en_US"), "apt install hunspell hunspell-en-us"))
  func hunspell() async throws {
    let own = TemporaryFolder()
    own.write("text", Self.text + "\n")
    let listed = try Self.output(of: "LC_ALL=C.UTF-8 hunspell -l -d en_US <\(own.path("text"))")
    let wanted = String(decoding: listed, as: UTF8.self).split(separator: "\n").map {
      // This program reports only the word itself.
      String($0.drop { $0 == "’" })
    }
    let spelling = DictionarySpelling(
      folders: [Self.folder], locale: nil, personWords: .init(own.path("words")))
    let languages = try await spelling.languages(["en_US"], ofNote: [])
    let found = await spelling.wrongWords(of: Array(Self.text.utf8), in: languages).map(\.word)
    #expect(wanted.contains("lovley"))
    #expect(found == wanted)
  }

  @Test("Character sets match those of iconv", arguments: EncodingTables.all.keys.sorted())
  func encodings(name: String) throws {
    let own = TemporaryFolder()
    guard case .bytes(let bytes)? = DictionaryEncoding(named: name) else {
      Issue.record("\(name) is not known")
      return
    }
    #expect(bytes.count > 30)
    let scalars = bytes.sorted { $0.value < $1.value }
    own.write("text", scalars.map(\.value))
    let iconv = name.replacing("ISO8859", with: "ISO-8859")
    let read = try Self.output(of: "iconv -f \(iconv) -t UTF-8 \(own.path("text"))")
    #expect(
      String(decoding: read, as: UTF8.self) == String(String.UnicodeScalarView(scalars.map(\.key))))
  }

  @Test("A dictionary in an 8-bit character set has its words, and none with other letters")
  func bytes() throws {
    let own = TemporaryFolder()
    own.write("pl.aff", Array("SET ISO8859-2\nTRY zolty\n".utf8))
    own.write("pl.dic", Array("1\n".utf8) + [0xbf, 0xf3, 0xb3, 0x77, 0x0a])
    let dictionary = try HunspellDictionary(base: own.path("pl"))
    #expect(dictionary.has("żółw"))
    #expect(!dictionary.has("zolw") && !dictionary.has("東京"))
    #expect(dictionary.suggestions(for: "żólw") == ["żółw"])
  }
}
