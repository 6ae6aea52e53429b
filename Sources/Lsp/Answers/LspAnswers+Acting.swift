import Bytes
import Cells
import Entities
import JsonRpc
import NoteSyntax
import OpenVault
import Services
import TextEngine
import VaultSettings

/// Changes that are offered at a cursor or for a selection. All of them are edits that the editor
/// makes.
extension LspAnswers {
  static let actionKinds = ["quickfix", "refactor.extract", "refactor.rewrite", "source"]

  func actions(
    _ page: LspPage, in range: Range<Int>, only: [String]?
  ) async throws(RpcError) -> JSONValue {
    var found: [(title: String, kind: String, edit: LspEdit)] = []
    found += try await made(page, at: range.lowerBound)
    if !range.isEmpty {
      found += try await linked(page, range)
      found += try await extracted(page, range)
    }
    found += changedTasks(page, at: range.lowerBound)
    found += sorted(page, at: range.lowerBound)
    return .array(
      found.filter { action in
        only.map { $0.contains { action.kind == $0 || action.kind.hasPrefix($0 + ".") } } ?? true
      }.map { action in
        json([
          "title": .string(Cells.visible(action.title)), "kind": .string(action.kind),
          "edit": action.edit.json(for: client),
        ])
      })
  }

  private typealias Action = (title: String, kind: String, edit: LspEdit)

  // MARK: Notes

  /// Makes the note that a link names.
  private func made(_ page: LspPage, at offset: Int) async throws(RpcError) -> [Action] {
    guard client.canCreate, let link = page.link(at: offset), !link.isExternal,
      try await note(of: link, in: page) == nil
    else { return [] }
    let written = page.string(link.whole)
    let known = (try? await vault.links.links(from: page.note)) ?? []
    let missing = known.first { $0.written == written }?.missing
    guard let note = missing ?? NotePath(linked: page.name(of: link)).map({ NoteID($0) }) else {
      return []
    }
    var edit = LspEdit()
    edit.create(vault.uri(of: note.path), "# \(note.path.stem.text)\n")
    return [("Make the note “\(note.path.stem.text)”", "quickfix", edit)]
  }

  /// Turns the selected name of a note into a link.
  private func linked(_ page: LspPage, _ range: Range<Int>) async throws(RpcError) -> [Action] {
    let words = page.string(range)
    guard range.count <= 256, !words.contains("\n"), page.link(at: range.lowerBound) == nil,
      words.contains(where: { !$0.isWhitespace })
    else { return [] }
    let matches = try await failing { () async throws(NoteIndexError) in
      try await vault.services.index.find(words)
    }
    let notes = matches.filter {
      $0.isExact && $0.id != page.note && !$0.id.path.isLocked
    }.prefix(3)
    let wishes = notes.map { note in
      let isName = note.id.path.stem.text == words
      return NewLinkTarget(note: note.id, words: isName ? nil : words)
    }
    let links = try await failing { () async throws(NoteIndexError) in
      try await vault.links.newLinks(to: wishes, from: page.note)
    }
    return zip(notes, links).map { note, link in
      var edit = LspEdit()
      edit.edit(page, [page.text.edit(range, link.text)])
      return ("Link to “\(note.title)”", "refactor.rewrite", edit)
    }
  }

  /// Moves the selection into a note of its own.
  private func extracted(_ page: LspPage, _ range: Range<Int>) async throws(RpcError) -> [Action] {
    let selection = Selection(
      anchor: ByteOffset(range.lowerBound), head: ByteOffset(range.upperBound))
    let context = EditContext(text: page.text.rope, selections: Selections(selection))
    guard client.canCreate, let part = NoteExtraction(context) else { return [] }
    let folder = page.note.path.folder
    let name = NotePath("\(NoteFileName.stem(for: part.title)).md")
    let free = NoteFileName.numbered(name.bytes).lazy.map {
      NoteID(folder.appending(NotePath(bytes: $0)))
    }.first { vault.services.files.facts(of: $0) == nil }
    // There is no note yet from which to ask for its link.
    guard let note = free else { return [] }
    let form = try await failing { () async throws(NoteIndexError) in
      try await vault.links.newLinks(
        to: [NewLinkTarget(note: note)], from: page.note)
    }
    guard let link = form.first,
      let change = part.change(linkedBy: link.text, in: context)?.edit
    else {
      return []
    }
    var text = page.text.rope
    text.apply(change)
    var edit = LspEdit()
    edit.create(vault.uri(of: note.path), String(decoding: part.text.bytes, as: UTF8.self))
    edit.rewrite(page, to: text.bytes)
    return [("Extract to the note “\(note.path.stem.text)”", "refactor.extract", edit)]
  }

  // MARK: Tasks

  private func changedTasks(_ page: LspPage, at offset: Int) -> [Action] {
    let line = page.text.position(of: offset).line + 1
    let texts = vault.services.tasks.texts
    guard let task = texts.spans(ofTasksIn: page.bytes).first(where: { $0.line == line }) else {
      return []
    }
    let old = Array(page.bytes[task.range])
    let today = Day(vault.clock.civil(vault.clock.now))
    let facts = texts.facts(ofLine: old)
    let day = max(facts?.day ?? today, today).advanced(by: 1)
    let changes: [(String, TaskChange)] = [
      ("Tick the task", .toggle), ("Put the task off to \(day.text)", .reschedule(day)),
    ]
    return changes.compactMap { title, change in
      // Without an ending, a task that becomes two lines has none between them.
      let isLast = old.last != Byte.lineFeed
      guard
        var new = try? texts.line(
          old + (isLast ? [Byte.lineFeed] : []), after: change, today: today)
      else { return nil }
      if isLast, new.last == Byte.lineFeed { new.removeLast() }
      var edit = LspEdit()
      edit.rewrite(
        page,
        to: page.bytes[..<task.range.lowerBound] + new + page.bytes[task.range.upperBound...])
      return edit.isEmpty ? nil : (title, "refactor.rewrite", edit)
    }
  }

  // MARK: Front matter

  /// Sorts the properties by name; each is moved with all its lines.
  private func sorted(_ page: LspPage, at offset: Int) -> [Action] {
    guard page.scan.frontMatter.contains(offset), page.scan.frontMatterProblem == nil else {
      return []
    }
    let last = page.text.position(of: page.scan.frontMatter.upperBound - 1).line + 1
    var blocks: [(name: String, text: [UInt8])] = []
    var end = page.start(ofLine: 2)
    let first = end
    for line in 2..<max(2, last) {
      let text = page.string(page.range(ofLine: line))
      // A comment, an item or a nested line belongs to what is above it.
      guard let start = text.first, start != " ", start != "-", start != "#", start != "}",
        let colon = text.firstIndex(of: ":")
      else {
        if blocks.isEmpty { return [] }
        end = page.start(ofLine: line + 1)
        blocks[blocks.count - 1].text += page.bytes[page.start(ofLine: line)..<end]
        continue
      }
      end = page.start(ofLine: line + 1)
      let name = text[..<colon].lowercased()
      blocks.append((name, Array(page.bytes[page.start(ofLine: line)..<end])))
    }
    let names = blocks.map(\.name)
    guard names != names.sorted(), names.count == page.scan.properties.count else { return [] }
    let ordered = blocks.enumerated().sorted {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }
    let new = ordered.flatMap(\.element.text)
    let whole = page.bytes[..<first] + new + page.bytes[end...]
    // An anchor must come before what names it.
    let after = NoteScanner.scan(Array(whole).span)
    guard after.frontMatterProblem == nil,
      Set(after.properties) == Set(page.scan.properties)
    else { return [] }
    var edit = LspEdit()
    edit.rewrite(page, to: Array(whole))
    return [("Sort the front matter", "source", edit)]
  }
}
