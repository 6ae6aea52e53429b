import Entities
import NoteQueries
import Services
import TestSupport
import Testing

@testable import SearchIndex

/// A vault whose changes are made with plain arrays.
private struct ChangingVault {
  let files = MemoryVault()
  let index: VaultIndex
  private let folder = TemporaryFolder()

  init(_ notes: [(String, String)], isIndexed: Bool = true) throws {
    for (number, note) in notes.enumerated() {
      files.write(note.0, note.1, seconds: 1_000_000 - Int64(number))
    }
    index =
      isIndexed
      ? try IndexedVault(files, in: folder).index
      : VaultIndex(files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
  }

  /// The changed texts, as they would read.
  func texts(after changes: [NoteChange]) throws -> [String: String] {
    var texts: [String: String] = [:]
    for change in changes {
      var bytes = try text(of: change.note)
      var end = bytes.count
      for piece in change.pieces.reversed() {
        try #require(piece.range.upperBound <= end)
        #expect(Array(bytes[piece.range]) == piece.old)
        #expect(piece.line == bytes[..<piece.range.lowerBound].count { $0 == 0x0a } + 1)
        let context = Array(piece.context.utf8)
        let old = String(decoding: piece.old, as: UTF8.self)
        #expect(context[piece.contextRange].elementsEqual(old.utf8))
        bytes.replaceSubrange(piece.range, with: piece.new)
        end = piece.range.lowerBound
      }
      texts[change.note.path.text] = String(decoding: bytes, as: UTF8.self)
    }
    return texts
  }

  func text(of note: NoteID) throws -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 100_000)
    let count = try room.withUnsafeMutableBytes { try files.read(note, into: $0) }
    return Array(room.prefix(count))
  }
}

@Suite("Proposed changes to many notes")
struct ChangeTests {
  @Test("Renaming a tag changes it and its nested tags in text and front matter, and nothing else")
  func tags() async throws {
    let vault = try ChangingVault([
      ("list.md", "---\ntitle: old\ntags: [old, \"Old/sub\", older]\n---\n#old x #OLD/y #older\n"),
      ("lines.md", "---\r\ntags:\r\n  - 'old'\r\n  - b\r\n---\r\nold `#old` [[#old]]\r\n"),
      ("words.md", "---\ntags: old, b #old\n---\n"),
      ("json.md", "---\n{\"tags\": [\"old\"], \"x\": \"old\"}\n---\ntext\n"),
      ("broken.md", "---\ntags: [old\n---\n#old\n"),
      ("siblings.md", "---\ntags: [new, old, b]\n---\nsee #new and #old.\n"),
      ("none.md", "old #older\n"),
    ])
    let changes = try await vault.index.changes.renaming(tag: "#Old", to: "new")
    #expect(
      try vault.texts(after: changes) == [
        "list.md": "---\ntitle: old\ntags: [new, \"new/sub\", older]\n---\n#new x #new/y #older\n",
        "lines.md": "---\r\ntags:\r\n  - 'new'\r\n  - b\r\n---\r\nold `#old` [[#old]]\r\n",
        "words.md": "---\ntags: new, b #old\n---\n",
        "json.md": "---\n{\"tags\": [\"new\"], \"x\": \"old\"}\n---\ntext\n",
        "broken.md": "---\ntags: [old\n---\n#new\n",
        "siblings.md": "---\ntags: [new, b]\n---\nsee #new and #new.\n",
      ])
  }

  @Test("Renaming a tag renames the keyword in Denote file names, even where only the name has it")
  func keywords() async throws {
    let stamp = "20230101T10101"
    let vault = try ChangingVault([
      ("f/\(stamp)0--a__old_x.md", "#old\n"), ("\(stamp)1--b__old.txt", "text\n"),
      ("\(stamp)2--c__older.md", "#old/sub\n"),
    ])
    let changes = try await vault.index.changes.renaming(tag: "old", to: "New")
    #expect(
      changes.map(\.newName?.path.text) == [
        "f/\(stamp)0--a__new_x.md", "\(stamp)1--b__new.txt", nil,
      ])
    #expect(
      try vault.texts(after: changes) == [
        "f/\(stamp)0--a__old_x.md": "#New\n", "\(stamp)1--b__old.txt": "text\n",
        "\(stamp)2--c__older.md": "#New/sub\n",
      ])
    #expect(changes.map(\.pieces.count) == [1, 0, 1])
  }

  private nonisolated static let kept: [(name: String, said: [String])] = [
    ("my-old", ["20230101T101010--a__old_x.md and 1 more", "“myold” can be one"]),
    ("x", ["20230101T101010--a__old_x.md would become 20230101T101010--a__x.md", "one already"]),
  ]

  @Test(
    "A rename is refused, naming the notes, when a file name cannot hold it or is taken",
    arguments: kept)
  func keptKeywords(name: String, said: [String]) async throws {
    let vault = try ChangingVault([
      ("20230101T101010--a__old_x.md", "text\n"), ("20230101T101010--a__x.md", "text\n"),
      ("20230101T101011--b__old.md", "#old\n"), ("c.md", "#old\n"),
    ])
    var failure: NoteIndexError?
    do throws(NoteIndexError) {
      _ = try await vault.index.changes.renaming(tag: "old", to: name)
    } catch {
      failure = error
    }
    for words in said { #expect(failure?.message.contains(words) == true) }
  }

  @Test("An invalid tag is refused", arguments: ["", "a b", "1984", "a,b", "/a", "a/", "#x"])
  func badTags(name: String) async throws {
    let vault = try ChangingVault([("a.md", "#old")])
    await #expect(throws: NoteIndexError.self) {
      try await vault.index.changes.renaming(tag: "old", to: name)
    }
  }

  @Test("Replacement follows its case and whole-word options, in all notes or a query's")
  func words() async throws {
    let notes = [("a.md", "Cat cats CAT\n"), ("b.md", "a cat. #x\n"), ("c.md", "dog\n")]
    for isIndexed in [true, false] {
      let vault = try ChangingVault(notes, isIndexed: isIndexed)
      var wanted = NoteReplacement("cat", by: "$1")
      var found = try await vault.index.changes.replacing(wanted) { _, _ in }
      #expect(
        try vault.texts(after: found) == ["a.md": "$1 $1s $1\n", "b.md": "a $1. #x\n"])
      wanted.isWholeWord = true
      wanted.scope = .not(.tag("x"))
      found = try await vault.index.changes.replacing(wanted) { _, _ in }
      #expect(try vault.texts(after: found) == ["a.md": "$1 cats $1\n"])
      found = try await vault.index.changes.replacing(NoteReplacement("Cat", by: "")) { _, _ in }
      #expect(try vault.texts(after: found) == ["a.md": " cats CAT\n"])
    }
  }

  @Test("Groups of an expression work in the replacement, and no match changes nothing")
  func expressions() async throws {
    let vault = try ChangingVault([("a.md", "one 1, two 22\nend\n"), ("b.md", "\u{0}x*9\n")])
    var wanted = NoteReplacement("(?<word>[a-z]*) ?([0-9]+)", by: "$2$$${word}$0.")
    wanted.isExpression = true
    let found = try await vault.index.changes.replacing(wanted) { _, _ in }
    #expect(
      try vault.texts(after: found) == [
        "a.md": "1$oneone 1., 22$twotwo 22.\nend\n", "b.md": "\u{0}x*9$9.\n",
      ])
    var either = NoteReplacement("(one)|(?<t>two)|(end)(x)?", by: "[$1${t}$3$4]")
    either.isExpression = true
    let some = try await vault.index.changes.replacing(either) { _, _ in }
    #expect(try vault.texts(after: some) == ["a.md": "[one] 1, [two] 22\n[end]\n"])
    for bad in ["$3", "${none}", "${word"] {
      wanted.new = bad
      let refused = wanted
      await #expect(throws: NoteIndexError.self) {
        try await vault.index.changes.replacing(refused) { _, _ in }
      }
    }
    wanted.wanted = "("
    let unread = wanted
    await #expect(throws: NoteIndexError.self) {
      try await vault.index.changes.replacing(unread) { _, _ in }
    }
  }

  @Test(
    "Mentions become links, with their own words where those differ from the name, but not in code")
  func mentions() async throws {
    let vault = try ChangingVault([
      ("Hub.md", "---\naliases: [Center]\n---\n# The Hub\n"),
      ("a.md", "x\nsee Hub here\nthe hub and [[Hub]]\n| Center | b |\n"),
      ("code.md", "`Hub`\n"),
    ])
    let note = NoteID("Hub.md")
    let found = try await vault.index.links.mentions(of: note)
    let plain = found.filter { $0.source == NoteID("a.md") }
    let changes = try await vault.index.changes.linking(plain, to: note)
    #expect(
      try vault.texts(after: changes) == [
        "a.md": "x\nsee [[Hub]] here\n[[Hub|the hub]] and [[Hub]]\n| [[Hub\\|Center]] | b |\n"
      ])
    let code = found.filter { $0.source == NoteID("code.md") }
    if !code.isEmpty {
      await #expect(throws: NoteIndexError.self) {
        try await vault.index.changes.linking(code, to: note)
      }
    }
    vault.files.write("a.md", "x\nnothing\n", seconds: 1_000_001)
    await #expect(throws: NoteIndexError.self) {
      try await vault.index.changes.linking(plain, to: note)
    }
  }

  @Test("Renaming a heading updates every wiki or Markdown link to it, and no other link")
  func headings() async throws {
    let vault = try ChangingVault([
      ("Plan.md", "# Plan\n## Goals\nsee [[#Goals]]\n## Other\n"),
      ("a.md", "[[Plan#Goals|g]] ![[plan#goals]] [x](Plan.md#goals) [[Plan#Other]] [[Goals]]\n"),
      ("b.md", "[[Plan#Plan#Goals]] [y](Plan.md#Goals)\n"),
      ("c/Plan.md", "# Goals\n[[#Goals]] [[Plan#Goals]]\n"),
    ])
    let changes = try await vault.index.changes.renaming(
      part: "Goals", of: NoteID("Plan.md"), to: "Big aims")
    #expect(
      try vault.texts(after: changes) == [
        "Plan.md": "# Plan\n## Big aims\nsee [[#Big aims]]\n## Other\n",
        "a.md":
          "[[Plan#Big aims|g]] ![[plan#Big aims]] [x](Plan.md#big-aims) [[Plan#Other]] [[Goals]]\n",
        "b.md": "[[Plan#Plan#Big aims]] [y](Plan.md#Big%20aims)\n",
      ])
  }

  @Test("Renaming a block id updates its links, and an invalid id is refused")
  func blocks() async throws {
    let vault = try ChangingVault([
      ("Plan.md", "words ^one\n\n[[#^one]]\n"), ("a.md", "[[Plan#^one]] [[Plan#^two]]\n"),
    ])
    let changes = try await vault.index.changes.renaming(
      part: "^one", of: NoteID("Plan.md"), to: "^first")
    #expect(
      try vault.texts(after: changes) == [
        "Plan.md": "words ^first\n\n[[#^first]]\n", "a.md": "[[Plan#^first]] [[Plan#^two]]\n",
      ])
    for (part, words) in [("^one", "a b"), ("^none", "x"), ("Words", "x"), ("^one", "")] {
      await #expect(throws: NoteIndexError.self) {
        try await vault.index.changes.renaming(part: part, of: NoteID("Plan.md"), to: words)
      }
    }
  }

  @Test("Joining notes updates the links in other notes and returns each note as it was read")
  func joins() async throws {
    let vault = try ChangingVault([
      ("t.md", "# T\n"), ("f/a.md", "# A\n[t](../t.md)\n"), ("n.md", "[[a]] [[t]] [[7]]\n"),
      ("b.md", "---\nid: 7\n---\n"), ("other.md", "[[t]]\n"),
    ])
    let joined = try await vault.index.changes.joining(
      [NoteID("f/a.md"), NoteID("b.md"), NoteID("t.md"), NoteID("b.md")], into: NoteID("t.md"))
    #expect(joined.others.map(\.id.path.text) == ["f/a.md", "b.md"])
    #expect(joined.others.map(\.title) == ["A", "b"])
    #expect(joined.target.text == Array("# T\n".utf8))
    #expect(joined.linking == [NoteID("n.md")])
    #expect(
      try vault.texts(after: joined.changes) == [
        "t.md": "---\naliases:\n  - A\n  - b\n---\n# T\n\n# A\n[t](t.md)\n",
        "n.md": "[[t]] [[t]] [[t]]\n",
      ])
  }

  @Test("Locked notes, deleted notes and a single note cannot be joined")
  func joinsNot() async throws {
    let vault = try ChangingVault([("t.md", "# T\n"), ("a.md.age", "secret")])
    for (others, said) in [(["a.md.age"], "locked"), (["x.md"], "gone"), (["t.md"], "Two notes")] {
      let failure = await #expect(throws: NoteIndexError.self) {
        try await vault.index.changes.joining(others.map { NoteID($0) }, into: NoteID("t.md"))
      }
      #expect(failure?.message.contains(said) == true)
    }
  }

  @Test("A canceled search ends as canceled")
  func cancelled() async throws {
    let vault = try ChangingVault((0..<200).map { ("\($0).md", "cat\n") })
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await vault.index.changes.replacing(NoteReplacement("cat", by: "dog")) { _, _ in }
    }
    await #expect(throws: NoteIndexError.cancelled) { try await task.value }
  }
}
