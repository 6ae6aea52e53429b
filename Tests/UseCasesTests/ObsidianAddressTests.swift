import Testing
import UseCases

@Suite("Addresses of Obsidian's")
struct ObsidianAddressTests {
  typealias Change = @Sendable (inout ObsidianAddress) -> Void

  private static func address(
    _ action: ObsidianAddress.Action, _ change: Change = { _ in }
  ) throws -> ObsidianAddress {
    var address = try ObsidianAddress(Array("obsidian://\(action.rawValue)".utf8))
    change(&address)
    return address
  }

  /// How the Web Clipper forms addresses: the path, how it is added, the vault, whether a window comes
  /// forward, and the text, by the clipboard with a sentence for old versions or in the address.
  private static let clips: [(String, Change, ObsidianAddress.Action)] = [
    (
      "new?file=Clippings%2FTea%20%26%20milk&vault=Home&clipboard&content=There%20was%20an%20error",
      {
        ($0.file, $0.vault, $0.usesClipboard) = ("Clippings/Tea & milk", "Home", true)
      }, .new
    ),
    (
      "new?file=Tea&silent=true&content=---%0Asource%3A%20%22x%22%0A---%0A100%25%20a%2Bb",
      { ($0.file, $0.content) = ("Tea", "---\nsource: \"x\"\n---\n100% a+b") }, .new
    ),
    (
      "new?file=Tea&append=true&vault=B%C3%BCcher&content=x",
      { ($0.file, $0.adding, $0.vault, $0.content) = ("Tea", .append, "Bücher", "x") }, .new
    ),
    (
      "new?file=Tea&prepend=true&content=x",
      { ($0.file, $0.adding, $0.content) = ("Tea", .prepend, "x") }, .new
    ),
    (
      "new?file=Tea&overwrite=true&content=x",
      { ($0.file, $0.adding, $0.content) = ("Tea", .overwrite, "x") }, .new
    ),
    (
      "daily?&append=true&vault=Home&clipboard&content=old",
      { ($0.adding, $0.vault, $0.usesClipboard) = (.append, "Home", true) }, .daily
    ),
    (
      "daily?&prepend=true&content=x", { ($0.adding, $0.content) = (.prepend, "x") }, .daily
    ),
  ]

  private static let others: [(String, Change, ObsidianAddress.Action)] = [
    ("open", { _ in }, .open), ("open/?vault=V", { $0.vault = "V" }, .open),
    (
      "open?vault=0123456789abcdef&file=a%2Fb%23Goals%231&paneType=tab",
      { ($0.vault, $0.file, $0.part) = ("0123456789abcdef", "a/b", "Goals#1") }, .open
    ),
    ("open?file=b&block=x1", { ($0.file, $0.part) = ("b", "^x1") }, .open),
    ("open?path=%2Fhome%2Fada%2Fn.md", { $0.path = "/home/ada/n.md" }, .open),
    ("/home/ada/my%20n.md", { $0.path = "/home/ada/my n.md" }, .open),
    ("vault/My%20V/in/n", { ($0.vault, $0.file) = ("My V", "in/n") }, .open),
    ("vault/V", { $0.vault = "V" }, .open),
    ("search?vault=V&query=a+b", { ($0.vault, $0.query) = ("V", "a+b") }, .search),
    ("choose-vault", { _ in }, .chooseVault),
    ("unique?content=x&name=ignored", { ($0.content, $0.name) = ("x", "ignored") }, .unique),
    ("daily?append=false", { _ in }, .daily),
    ("new?name=T&x-success=https%3A%2F%2Fa.example&x-error=b%3A", { $0.name = "T" }, .new),
    ("new?content=&name=T", { $0.name = "T" }, .new),
  ]

  @Test("An address is read as Obsidian reads it", arguments: clips + others)
  func reads(
    written: String, change: Change, action: ObsidianAddress.Action
  ) throws {
    let expected = try Self.address(action, change)
    #expect(try ObsidianAddress(Array("obsidian://\(written)".utf8)) == expected)
  }

  private static let refused: [(String, ObsidianAddressProblem)] = [
    ("https://a.example", .notObsidian), ("obsidian:new", .notObsidian), ("", .notObsidian),
    ("obsidian://advanced-uri?x", .unknown(action: "advanced-uri")),
    ("obsidian://hook-get-address", .unknown(action: "hook-get-address")),
    ("obsidian://new/x?file=a", .unknown(action: "new/x")),
    ("obsidian://new?file=..%2Fa", .outside("../a")),
    ("obsidian://new?file=a%2F..%2F..%2Fb", .outside("a/../../b")),
    ("obsidian://new?file=%2Fetc%2Fpasswd", .outside("/etc/passwd")),
    ("obsidian://new?file=.obsidian%2Fapp", .outside(".obsidian/app")),
    ("obsidian://new?name=..", .outside("..")), ("obsidian://new?name=a%2F", .outside("a/")),
    ("obsidian://open?path=a.md", .outside("a.md")),
    ("obsidian://open?path=%2Fa%2F..%2Fb", .outside("/a/../b")),
    ("obsidian:///a/../b", .outside("/a/../b")),
    ("obsidian://new?file=a%00b", .hasControls), ("obsidian://new?file=a%1Bb", .hasControls),
    ("obsidian://new?name=a%0Ab", .hasControls), ("obsidian://new?name=a%C2%9Bb", .hasControls),
    ("obsidian://new?vault=a%07", .hasControls),
    ("obsidian://new?name=a&content=%1B%5B2J", .hasControls),
    ("obsidian://new?name=%FF", .notText), ("obsidian://new?name=%zz", .notText),
  ]

  @Test("What no note may have is refused", arguments: refused)
  func refuses(written: String, problem: ObsidianAddressProblem) {
    #expect(throws: problem) { try ObsidianAddress(Array(written.utf8)) }
  }

  @Test("More than 10 MB are refused, in the address and on the clipboard")
  func long() {
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: ObsidianAddress.most + 1)
    let start = Array("obsidian://new?name=a&content=".utf8)
    #expect(throws: ObsidianAddressProblem.tooLong) { try ObsidianAddress(start + long) }
    #expect(throws: ObsidianAddressProblem.tooLong) { try ObsidianAddress.check(content: long) }
    #expect(throws: ObsidianAddressProblem.notText) { try ObsidianAddress.check(content: [0xff]) }
  }

  private static let writing: [(String, Bool)] = [
    ("new?name=a", true), ("unique", true), ("daily", false), ("daily?content=x", true),
    ("daily?clipboard", true), ("daily?append=true", false), ("open?file=a&content=x", false),
    ("open?file=a&append=true&content=x", true), ("open?file=a&append=true", false),
    ("search?query=a&content=x", false), ("choose-vault", false),
  ]

  @Test("It is known which addresses ask to write", arguments: writing)
  func writes(written: String, writes: Bool) throws {
    #expect(try ObsidianAddress(Array("obsidian://\(written)".utf8)).writes == writes)
  }
}
