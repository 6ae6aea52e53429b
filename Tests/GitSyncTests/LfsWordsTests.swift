import Testing

@testable import GitSync

@Suite("The git-lfs settings that are read without git-lfs")
struct LfsWordsTests {
  struct Row: CustomTestStringConvertible {
    var lines: [String]
    var used: Bool
    /// Once the person agreed to the repository's own lines.
    var agreed: Bool

    var testDescription: String { lines.joined(separator: ", ") }
  }

  private static let words = "filter.lfs.clean=git-lfs clean -- %f"
  private static let process = "filter.lfs.process=git-lfs filter-process"

  static let rows = [
    Row(lines: [], used: false, agreed: false),
    Row(lines: ["global \(words)", "global \(process)"], used: true, agreed: true),
    Row(lines: ["local \(words)", "local \(process)"], used: false, agreed: true),
    Row(lines: ["local filter.lfs.clean=git-lfs clean; touch x"], used: false, agreed: false),
    Row(lines: ["global \(words)", "local filter.lfs.clean=x"], used: true, agreed: true),
    Row(
      lines: ["local \(words)", "local filter.lfs.process=x", "local filter.lfs.required=true"],
      used: false, agreed: false),
    Row(lines: ["global \(words)", "global \(process) --skip"], used: false, agreed: false),
    Row(
      lines: ["global \(words)", "local lfs.https://x/y.access=basic"], used: true, agreed: true),
    Row(lines: ["global \(words)", "global lfs.extension.x.clean=x"], used: true, agreed: true),
    Row(lines: ["global \(words)", "local lfs.extension.x.clean=x"], used: false, agreed: false),
    Row(
      lines: ["global \(words)", "local lfs.customtransfer.x.path=x"], used: false, agreed: false),
    Row(
      lines: ["global \(words)", "local lfs.standalonetransferagent=x"], used: false, agreed: false),
    Row(lines: ["global \(words)", "local lfs.unheard=x"], used: false, agreed: false),
    Row(lines: ["global \(words)", "local remote.a.uploadpack=x"], used: false, agreed: false),
  ]

  private func settings(_ lines: [String]) -> GitSettings {
    let bytes = lines.map { line in
      line.replacing(" ", with: "\0", maxReplacements: 1)
        .replacing("=", with: "\n", maxReplacements: 1) + "\0"
    }
    return GitSettings(zeroEnded: Array(bytes.joined().utf8))
  }

  @Test(
    "git-lfs is used only with its own commands, never where a repository makes it run programs",
    arguments: rows)
  func used(row: Row) {
    let settings = settings(row.lines)
    #expect(settings.lfsFilter(isTrusted: false).isEmpty == !row.used)
    #expect(settings.lfsFilter(isTrusted: true).isEmpty == !row.agreed)
  }

  @Test("A repository's agreed git-lfs settings apply, except those that run a program")
  func overrides() {
    let settings = settings([
      "global lfs.url=https://mine", "local lfs.url=https://other", "local lfs.extension.x.clean=x",
      "local lfs.repositoryformatversion=0", "local \(Self.words)",
    ])
    #expect(settings.ofLfs("url", isTrusted: false) == "https://mine")
    #expect(settings.ofLfs("url", isTrusted: true) == "https://other")
    #expect(
      settings.overrides(isTrusted: false) == [
        GitSetting("lfs.url", "https://mine"), GitSetting("lfs.extension.x.clean", ""),
        GitSetting("filter.lfs.clean", ""),
      ])
    #expect(settings.overrides(isTrusted: true) == [GitSetting("lfs.extension.x.clean", "")])
    #expect(
      settings.foreign(root: "/v") == [
        "lfs.url=https://other", "lfs.extension.x.clean=x", Self.words,
      ])
  }

  @Test("Only a pointer in the form that git-lfs writes is read as one")
  func pointers() {
    let start = "version https://git-lfs.github.com/spec/v1\n"
    let hash = String(repeating: "0a", count: 32)
    func pointer(_ text: String) -> LfsPointer? { LfsPointer(Array(text.utf8)) }
    let read = pointer("\(start)oid sha256:\(hash)\nsize 12\n")
    #expect(read?.hash == hash && read?.size == 12)
    for text in [
      "", "oid sha256:\(hash)\nsize 12\n", "\(start)oid sha256:\(hash)\n",
      "\(start)oid sha256:\(hash.dropLast())\nsize 12\n", "\(start)oid sha256:\(hash)\nsize -1\n",
      "\(start)oid sha256:\(hash.dropLast(3))../\nsize 12\n",
      "\(start)ext-0-x sha256:\(hash)\noid sha256:\(hash)\nsize 12\n",
      "\(start)oid sha256:\(hash)\nsize 99999999999\n",
    ] { #expect(pointer(text) == nil, "\(text)") }
  }
}
