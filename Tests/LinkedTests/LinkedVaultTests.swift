import Entities
import FileStore
import Glibc
import SearchIndex
import Services
import TestSupport
import Testing

@Suite("Many linked notes", .thorough)
struct LinkedVaultTests {
  /// `NOTES_TUI_LINKED=5000` for as many notes, and twenty times as many links.
  private static let notes = getenv("NOTES_TUI_LINKED").flatMap { Int(String(cString: $0)) } ?? 500

  @Test("Every link resolves by the rules")
  func resolves() async throws {
    let vault = try await LinkedVault(
      LinkModel(notes: Self.notes, links: Self.notes * 20, seed: 11))
    let notes = vault.model.notes
    var (leading, unclear, broken): ([Int: [String]], Set<String>, [String]) = ([:], [], [])
    for (source, note) in notes.enumerated() {
      for link in note.links {
        let words = "\(note.path): \(link.written)"
        if !link.isPlain {
          unclear.insert(words)
        } else if let target = link.target {
          // Links within a note do not count as links to it.
          if target != source { leading[target, default: []].append(words) }
        } else {
          broken.append(words)
        }
      }
    }
    #expect(leading.values.reduce(0) { $0 + $1.count } > Self.notes * 12)
    let found = try await vault.index.links.broken()
    #expect(words(of: found.filter { $0.target == nil }, but: unclear) == broken.sorted())
    // The others lead to a note that lacks the part.
    #expect(found.allSatisfy { $0.target == nil || $0.written.contains("#") })
    for (target, note) in notes.enumerated() {
      let found = words(
        of: try await vault.index.links.backlinks(to: NoteID(note.path)), but: unclear)
      if found != leading[target, default: []].sorted() {
        Issue.record("the links to \(note.path) are \(found.prefix(30))")
      }
    }
  }

  private func words(of links: [LinkRecord], but unclear: Set<String>) -> [String] {
    links.map { "\($0.source.path.text): \($0.written)" }.filter { !unclear.contains($0) }.sorted()
  }

  @Test("A note's links are listed in order with their targets, including links to itself")
  func fromNotes() async throws {
    let vault = try await LinkedVault(
      LinkModel(notes: Self.notes, links: Self.notes * 20, seed: 11))
    var looked = 0
    for note in vault.model.notes.enumerated().filter({ $0.offset % 20 == 0 }).map(\.element) {
      let found = try await vault.index.links.links(from: NoteID(note.path))
      #expect(found.map(\.written) == note.links.map(\.written))
      for (link, record) in zip(note.links, found) where link.isPlain {
        let wanted = link.target.map { NoteID(vault.model.notes[$0].path) }
        if record.target != wanted { Issue.record("\(link.written) in \(note.path)") }
        looked += 1
      }
    }
    #expect(looked > Self.notes / 2)
  }

  @Test("Renaming the most linked note rewrites exactly its links, and undo restores every byte")
  func renames() async throws {
    let vault = try await LinkedVault(
      LinkModel(notes: Self.notes, links: Self.notes * 20, seed: 12))
    let before = vault.texts()
    let (hub, links) = try await vault.mostLinked()
    #expect(links.count > 20)
    let receipt = try await vault.moves.rename(
      hub, to: "Another name", linking: [hub] + Array(Set(links.map(\.source))))
    let renamed = try #require(receipt.moves.first?.to)
    try await vault.reconcile()
    let after = vault.texts()
    // The note's links to itself are not backlinks.
    #expect(Set(receipt.rewritten).subtracting([renamed]) == Set(links.map(\.source)))
    try vault.checkOnlyLinksChanged(from: hub, to: renamed, before, after)
    #expect(Set(before.keys).symmetricDifference(after.keys) == [hub.path.text, renamed.path.text])
    let now = try await vault.index.links.backlinks(to: renamed)
    #expect(
      now.map { "\($0.source.path.text):\($0.line)" }.sorted()
        == links.map { "\($0.source.path.text):\($0.line)" }.sorted())
    _ = try await vault.moves.undo(receipt)
    vault.check(before)
  }

  @Test("Renaming the most linked heading changes only it and its links, until undone")
  func renamesHeading() async throws {
    let vault = try await LinkedVault(
      LinkModel(notes: Self.notes, links: Self.notes * 20, seed: 13))
    let hub = try #require(vault.model.mostLinkedHeading)
    let note = NoteID(vault.model.notes[hub].path)
    let before = vault.texts()
    let changes = try await vault.index.changes.renaming(
      part: LinkModel.heading, of: note, to: "Other words")
    #expect(changes.count > 5)
    let receipt = try await vault.moves.rewrite(changes)
    vault.check(vault.model.texts(headingOf: hub, as: "Other words"))
    _ = try await vault.moves.undo(receipt)
    vault.check(before)
  }

  @Test("Renaming the most used tag changes only it and its nested tags, until undone")
  func renamesTag() async throws {
    let vault = try await LinkedVault(
      LinkModel(notes: Self.notes, links: Self.notes * 20, seed: 14))
    let before = vault.texts()
    let changes = try await vault.index.changes.renaming(tag: "work", to: "Büro/neu")
    #expect(changes.count > Self.notes / 2)
    let receipt = try await vault.moves.rewrite(changes)
    vault.check(vault.model.texts(workTaggedAs: "Büro/neu"))
    _ = try await vault.moves.undo(receipt)
    vault.check(before)
  }
}

/// The model's notes in a folder, with an index.
private struct LinkedVault {
  let model: LinkModel
  let index: VaultIndex
  let moves: FolderMoves
  private let folder = TemporaryFolder()
  private let state = TemporaryFolder()

  init(_ model: LinkModel) async throws {
    self.model = model
    for note in model.notes { folder.write(note.path, note.text) }
    let files = FolderFiles(root: folder.bytes, clock: StillClock())
    let index = VaultIndex(
      files: files, folder: state.bytes + Array("/index".utf8), clock: StillClock())
    self.index = index
    moves = FolderMoves(
      root: folder.bytes, stateFolder: state.bytes, vault: VaultID(NotePath(folder.path)),
      clock: StillClock(), identified: { index.notes(identified: $0) })
    try await reconcile()
  }

  func reconcile() async throws {
    for await progress in index.reconcile() {
      if case .problem(let problem) = progress { Issue.record("\(problem)") }
    }
  }

  func texts() -> [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    for place in Set(model.notes.map(\.folder)) {
      for name in folder.names(in: place.isEmpty ? "." : place) where name.hasSuffix(".md") {
        let path = place.isEmpty ? name : "\(place)/\(name)"
        texts[path] = folder.read(path)
      }
    }
    return texts
  }

  /// All notes are there, with these very bytes; of those that have others the first is told.
  func check(
    _ wanted: [String: [UInt8]], _ location: SourceLocation = #_sourceLocation
  ) {
    let there = texts()
    #expect(Set(there.keys) == Set(wanted.keys), sourceLocation: location)
    let wrong = wanted.filter { there[$0.key] != $0.value }.sorted { $0.key < $1.key }
    if let first = wrong.first {
      let text = String(decoding: there[first.key] ?? [], as: UTF8.self)
      Issue.record(
        "\(wrong.count) notes are not as they should be: \(first.key) says \(text.prefix(400))",
        sourceLocation: location)
    }
  }

  func mostLinked() async throws -> (NoteID, [LinkRecord]) {
    var counts: [Int: Int] = [:]
    for (source, note) in model.notes.enumerated() {
      for link in note.links where link.isPlain && link.target != source {
        if let target = link.target { counts[target, default: 0] += 1 }
      }
    }
    let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    let hub = NoteID(model.notes[best].path)
    return (hub, try await index.links.backlinks(to: hub))
  }

  /// Outside of links to it no byte is another one.
  func checkOnlyLinksChanged(
    from hub: NoteID, to renamed: NoteID, _ before: [String: [UInt8]], _ after: [String: [UInt8]]
  ) throws {
    for (number, note) in model.notes.enumerated() {
      let isHub = note.path == hub.path.text
      let path = isHub ? renamed.path.text : note.path
      var note = note
      // The heading at the top is the title, which changes.
      let heading = "# \(renamed.path.stem.text)\n"
      if isHub { note.texts[0].replace("# \(LinkModel.title(of: number))\n", with: heading) }
      var rest = String(decoding: try #require(after[path]), as: UTF8.self)[...]
      for (text, link) in zip(note.texts, note.links) {
        guard rest.hasPrefix(text) else {
          Issue.record("\(path): the text before \(link.written) is another one")
          break
        }
        rest = rest.dropFirst(text.count)
        if rest.hasPrefix(link.written) {
          rest = rest.dropFirst(link.written.count)
          continue
        }
        // A link changes only if it leads to the hub.
        let leads = link.target.map { model.notes[$0].path } == hub.path.text
        if link.isPlain, !leads {
          Issue.record("\(path): \(link.written) leads elsewhere and was changed")
        }
        let end = link.written.hasSuffix(")") ? ")" : "]]"
        guard let close = rest.ranges(of: end).first else {
          Issue.record("\(path): no link stands where \(link.written) was")
          break
        }
        rest = rest[close.upperBound...]
      }
      #expect(rest.elementsEqual(note.texts.last ?? ""))
    }
  }
}
