package import Entities
package import OpenVault
package import Services

/// The use case of edits that other programs send: each says which version of the note it saw.
///
/// All edits are applied, or none. An edit of another version is refused. Several edits of one note
/// are applied one after the other, and their versions are those before the first.
package struct EditCases: Sendable {
  private let vault: VaultServices
  private let clock: any WallClock

  package init(_ vault: VaultServices, clock: any WallClock) {
    (self.vault, self.clock) = (vault, clock)
  }

  /// Returns the changed notes in the order of their first edits.
  package func apply(_ edits: [NoteEdit]) async throws(NoteEditFailure) -> [EditedNote] {
    var groups: [Group] = []
    for edit in edits {
      let note = try await find(edit)
      if let index = groups.firstIndex(where: { $0.note == note }) {
        groups[index].edits.append(edit)
      } else {
        groups.append(Group(note: note, edits: [edit]))
      }
    }
    let edited =
      groups.count == 1 ? [try await changeOne(groups[0])] : try await changeMany(groups)
    _ = try? await vault.index.refresh(edited.map(\.note))
    return edited
  }

  /// Returns the version that the note has now; `none` if there is no such note.
  package func version(of note: String) async throws(NoteEditFailure) -> (NoteID, String) {
    let note = try await find(NoteEdit(note, .write("")))
    return (note, try await read(note)?.stamp.version ?? "none")
  }

  // MARK: Finding

  private func find(_ edit: NoteEdit) async throws(NoteEditFailure) -> NoteID {
    var path = NotePath(edit.note)
    if !path.isOfNote { path = NotePath("\(edit.note).md") }
    let isInside = !path.isHidden && path.bytes.first != UInt8(ascii: "/")
    if isInside, (try? await vault.store.summary(of: NoteID(path))) != nil { return NoteID(path) }
    // A whole path is never the title of another note.
    if case .write = edit.change, isInside, path.text == edit.note { return NoteID(path) }
    let found = try await rethrow(
      await vault.index.find(edit.note).filter(\.isExact), as: NoteEditFailure.index)
    if found.count > 1 { throw .ambiguous(edit.note, found.map(\.id)) }
    if let only = found.first { return only.id }
    guard case .write = edit.change, isInside else { throw .missing(edit.note) }
    return NoteID(path)
  }

  /// Returns nil if there is no such note.
  private func read(_ note: NoteID) async throws(NoteEditFailure) -> NoteContent? {
    do throws(NoteStoreError) {
      return try await vault.store.read(note)
    } catch .notFound {
      return nil
    } catch {
      throw .store(error)
    }
  }

  // MARK: Changing

  private struct Group {
    var note: NoteID
    var edits: [NoteEdit]
  }

  private struct Planned {
    var note: NoteID
    var old: NoteContent?
    var text: [UInt8]
    var replacesAll: Bool
  }

  private func planned(_ group: Group) async throws(NoteEditFailure) -> Planned {
    let old = try await read(group.note)
    let version = old?.stamp.version ?? "none"
    var text = old?.bytes
    for edit in group.edits {
      if let expected = edit.version, expected != version {
        throw .store(.unexpected(group.note.path, version: version, expected: expected))
      }
      text = try await EditedText(note: group.note, version: version, vault: vault, clock: clock)
        .text(text, after: edit.change)
    }
    let replacesAll = group.edits.contains { if case .write = $0.change { true } else { false } }
    return Planned(note: group.note, old: old, text: text ?? [], replacesAll: replacesAll)
  }

  /// A text that is replaced unread needs a version first.
  private func storeVersion(of planned: Planned) async throws(NoteStoreError) {
    guard planned.replacesAll, let old = planned.old, old.bytes != planned.text,
      old.bytes.count <= vault.versions.largestText
    else { return }
    try await vault.versions.keep(old.bytes, of: planned.note, written: old.stamp.modified)
  }

  /// Plans again if another program writes the note meanwhile: it then has another version.
  private func changeOne(_ group: Group) async throws(NoteEditFailure) -> EditedNote {
    let result = try await rethrow(
      await vault.store.inTurn(at: group.note) { () async throws(NoteStoreError) in
        do throws(NoteEditFailure) {
          return Result<_, NoteEditFailure>.success(try await save(try await planned(group)))
        } catch .store(let error) {
          throw error
        } catch {
          return .failure(error)
        }
      }, as: NoteEditFailure.store)
    return try result.get()
  }

  private func save(_ planned: Planned) async throws(NoteEditFailure) -> EditedNote {
    let stamp = try await rethrow(await write(planned), as: NoteEditFailure.store)
    return EditedNote(
      note: planned.note, version: stamp.version, isNew: planned.old == nil,
      isChanged: planned.old?.bytes != planned.text)
  }

  private func write(_ planned: Planned) async throws(NoteStoreError) -> NoteStamp {
    guard let old = planned.old else {
      return try await vault.store.create(planned.text, at: planned.note)
    }
    if old.bytes == planned.text { return old.stamp }
    try await storeVersion(of: planned)
    return try await vault.store.save(planned.text, to: planned.note, replacing: old.stamp)
  }

  /// Changes all notes in one step. New notes are made first, because a name may be in use.
  private func changeMany(_ groups: [Group]) async throws(NoteEditFailure) -> [EditedNote] {
    var plans: [Planned] = []
    for group in groups { plans.append(try await planned(group)) }
    var made: [NoteID] = []
    do throws(NoteStoreError) {
      for plan in plans where plan.old == nil {
        _ = try await vault.store.create(plan.text, at: plan.note)
        made.append(plan.note)
      }
      for plan in plans { try await storeVersion(of: plan) }
      let changes = plans.compactMap(change)
      if !changes.isEmpty { _ = try await vault.rewriting.rewrite(changes) }
    } catch {
      _ = await vault.store.trashMany(made)
      throw .store(error)
    }
    var edited: [EditedNote] = []
    for plan in plans {
      edited.append(
        EditedNote(
          note: plan.note, version: try await read(plan.note)?.stamp.version ?? "none",
          isNew: plan.old == nil, isChanged: plan.old?.bytes != plan.text))
    }
    return edited
  }

  /// Returns one piece from the first to the last byte that differs; nil if none does.
  private func change(_ plan: Planned) -> NoteChange? {
    guard let old = plan.old?.bytes, old != plan.text else { return nil }
    let start = zip(old, plan.text).prefix { $0 == $1 }.count
    let most = min(old.count, plan.text.count) - start
    let end = zip(old.reversed(), plan.text.reversed()).prefix(most).prefix { $0 == $1 }.count
    let range = start..<(old.count - end)
    let piece = NoteChange.Piece(
      range: range, old: Array(old[range]), new: Array(plan.text[start..<(plan.text.count - end)]),
      line: old[..<start].count { $0 == TaskLines.feed } + 1, context: "", contextRange: 0..<0)
    return NoteChange(
      note: plan.note, title: plan.note.path.stem.text, pieces: [piece], of: old)
  }
}

/// A note after its edits.
package struct EditedNote: Equatable, Sendable {
  package var note: NoteID
  /// Its version now.
  package var version: String
  package var isNew: Bool
  /// Whether its text is another than before.
  package var isChanged: Bool
}

/// Why edits were refused. Nothing was written.
package enum NoteEditFailure: ExplainedError, Equatable, Sendable {
  /// The note is in another version (`.unexpected`), or cannot be read or saved.
  case store(NoteStoreError)
  case index(NoteIndexError)
  case property(PropertyFailure)
  case missing(String)
  case ambiguous(String, [NoteID])
  /// The note has the text to replace this often, in this version.
  case found(NoteID, times: Int, version: String)
  /// The line is not a task, in this version.
  case noTask(NoteID, line: Int, version: String)

  package var message: String {
    switch self {
    case .store(let error): error.message
    case .index(let error): error.message
    case .property(let error): error.message
    case .missing(let name): "There is no note “\(name)”. Nothing was written."
    case .ambiguous(let name, let notes):
      "“\(name)” fits \(notes.count) notes: name one by its path. Nothing was written."
    case .found(let note, 0, let version):
      "\(note.path.text) does not have this text in its version \(version). Nothing was written."
    case .found(let note, let times, let version):
      "\(note.path.text) has this text \(times) times in its version \(version): take more of the"
        + " text around it. Nothing was written."
    case .noTask(let note, let line, let version):
      "Line \(line) of \(note.path.text) is not a task in its version \(version)."
        + " Nothing was written."
    }
  }
}

/// The text of a note after one edit.
private struct EditedText {
  let note: NoteID
  let version: String
  let vault: VaultServices
  let clock: any WallClock

  /// `text` is nil if there is no note yet: then it can only be written.
  func text(
    _ text: [UInt8]?, after change: NoteEdit.Change
  ) async throws(NoteEditFailure) -> [UInt8] {
    if case .write(let new) = change { return Array(new.utf8) }
    guard let text else { throw .store(.notFound(note.path)) }
    switch change {
    case .append(let lines): return try appended(Array(lines.utf8), to: text)
    case .replace(let old, let new): return try replaced(old, by: new, in: text)
    case .write(let new): return Array(new.utf8)
    case .property(let name, let value): return try await set(name, value, in: text)
    case .done(let line): return try ticked(line, in: text)
    }
  }

  private func appended(_ lines: [UInt8], to text: [UInt8]) throws(NoteEditFailure) -> [UInt8] {
    if lines.isEmpty { return text }
    try rethrow(
      ForeignEncoding.check(text, adding: lines, to: note.path), as: NoteEditFailure.store)
    let end = TaskLines.end(in: text)
    var all = text
    if let last = text.last, last != TaskLines.feed { all += end }
    all += lines
    return lines.last == TaskLines.feed ? all : all + end
  }

  private func replaced(
    _ old: String, by new: String, in text: [UInt8]
  ) throws(NoteEditFailure) -> [UInt8] {
    let old = Array(old.utf8)
    var (first, times, start): (Range<Int>?, Int, Int) = (nil, 0, 0)
    // Also counts those that overlap, up to a limit.
    while times < 1000, let range = text[start...].firstRange(of: old) {
      first = first ?? range
      times += 1
      start = range.lowerBound + 1
    }
    guard let first, times == 1 else { throw .found(note, times: times, version: version) }
    return text[..<first.lowerBound] + Array(new.utf8) + text[first.upperBound...]
  }

  private func ticked(_ line: Int, in text: [UInt8]) throws(NoteEditFailure) -> [UInt8] {
    let texts = vault.tasks.texts
    guard let task = texts.tasks(in: text).first(where: { $0.line == line }) else {
      throw .noTask(note, line: line, version: version)
    }
    if texts.rules.type(of: task.facts) == .done { return text }
    let old = Array(text[task.range])
    let end = old.last == TaskLines.feed ? [] : TaskLines.end(in: text)
    do throws(NoteTextProblem) {
      let new = try texts.line(
        old + end, after: .mark(texts.rules.mark(of: .done)),
        today: Day(clock.civil(clock.now)))
      return text[..<task.range.lowerBound] + new.dropLast(end.count)
        + text[task.range.upperBound...]
    } catch {
      throw .store(TaskCases.refusal(of: note, error.message))
    }
  }

  private func set(
    _ name: String, _ value: NoteEdit.PropertyWriting, in text: [UInt8]
  ) async throws(NoteEditFailure) -> [UInt8] {
    let cases = PropertyEditing(vault, clock: clock)
    do throws(PropertyFailure) {
      let own = try cases.properties(in: text, of: note).first {
        $0.name.lowercased() == name.lowercased()
      }
      let change: PropertyChange
      switch value {
      case .none:
        if own == nil { return text }
        change = .unset(name: name)
      case .one(let word): change = try await cases.typing(of: name).change([word], of: own)
      case .list(let words):
        let typing = try await cases.typing(of: name, as: words.count > 1 ? nil : .multitext)
        change = try typing.change(words, of: own)
      }
      do throws(NoteTextProblem) {
        return try vault.texts.text(text, changing: change)
      } catch {
        throw PropertyFailure.leftAlone(note, reason: error.message)
      }
    } catch {
      throw .property(error)
    }
  }
}
