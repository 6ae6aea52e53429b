import Testing

@testable import Code

@Suite("The parts of source code")
struct CodeReaderTests {
  /// Line by line, as it is read.
  private func told(_ language: String, _ code: String) -> [String] {
    guard let language = CodeLanguage.with(number: CodeLanguage.number(of: language.utf8)) else {
      return []
    }
    var inside: UInt8 = 0
    return code.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let bytes = Array(line.utf8)
      var found: [String] = []
      var reader = CodeReader(bytes.span, language, inside: inside)
      reader.read(0, bytes.count) { range, token in
        found.append("\(token) \(String(decoding: bytes[range], as: UTF8.self))")
      }
      inside = reader.inside
      return found
    }
  }

  @Test(
    "Words, strings, numbers and comments are recognized, even across lines",
    arguments: [
      ("swift", "let élet = 1.5", ["keyword let", "number 1.5"]),
      ("ruby", "def a # b", ["keyword def", "comment # b"]),
      ("kt", "fun a() = 'b'", ["keyword fun", "string 'b'"]),
      (
        "lua", "a --[[ b\nc ]] end -- d",
        [
          "comment --[[", "comment  b", "comment c ]]", "keyword end", "comment -- d",
        ]
      ),
      (
        "hs", "let {- a\n-} in",
        ["keyword let", "comment {-", "comment  a", "comment -}", "keyword in"]
      ),
      ("php", "echo 'a\\'b' # c", ["keyword echo", "string 'a\\'b'", "comment # c"]),
      ("clj", "(defn a) ; b", ["keyword defn", "comment ; b"]),
      ("dockerfile", "FROM a#b # c", ["keyword FROM", "comment # c"]),
      ("yaml", "- a: 'b' # c", ["dash -", "name a", "colon :", "string 'b'", "remark # c"]),
      ("toml", "a = \"b", ["string \"b"]),
    ] as [(String, String, [String])])
  func tells(language: String, code: String, wanted: [String]) {
    #expect(told(language, code) == wanted)
  }

  @Test(
    "A language is recognized by the first word after the fence, in any case",
    arguments: [
      ("swift", "swift"), ("  {Swift}", "swift"), ("JS {1,3}", "js"), ("c++ x", "cpp"),
      ("python,ignore", "python"),
    ])
  func named(info: String, name: String) throws {
    let language = try #require(
      CodeLanguage.with(number: CodeLanguage.number(of: info.utf8)))
    #expect(language.names.contains(name))
  }

  @Test("Other names are unknown, and no name is in the table twice")
  func unknown() {
    #expect(["", " ", "nobody-knows", "{"].allSatisfy { CodeLanguage.number(of: $0.utf8) == 0 })
    let names = CodeLanguage.all.flatMap(\.names)
    #expect(Set(names).count == names.count)
  }
}
