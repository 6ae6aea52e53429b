import Bytes
import Comparing
import CopyNames
package import Entities
import NoteSyntax
import OpenVault
package import Services

extension VaultConflicts {
  @concurrent
  package func merge(
    _ copies: [ConflictCopy], cleanOnly: Bool
  ) async throws(NoteStoreError) -> ConflictReceipt {
    var plan = CopyPlan()
    for copy in copies { try await add(copy, cleanOnly: cleanOnly, to: &plan) }
    var receipt = ConflictReceipt()
    (receipt.left, receipt.marked) = (plan.left, plan.marked)
    let changes = plan.changes(linking: try await linked(to: plan.merged, plan))
    if !changes.isEmpty {
      // This stops if another program has written to one of the notes since it was read.
      let done = try await vault.moves.rewrite(changes)
      receipt.rewriting = done
      receipt.linking = done.notes.filter { plan.texts[$0] == nil }
    }
    await trash(plan, in: &receipt)
    return receipt
  }

  private func add(
    _ copy: ConflictCopy, cleanOnly: Bool, to plan: inout CopyPlan
  ) async throws(NoteStoreError) {
    do throws(NoteStoreError) {
      let (note, other) = (try await vault.store.read(copy.note), try await text(of: copy))
      if let known = plan.texts[copy.note], known.content.bytes != note.bytes {
        throw .changedOutside(copy.note.path)
      }
      let text = plan.texts[copy.note]?.merged ?? note.bytes
      let merged = try await self.merged(copy, note, other, into: text)
      if cleanOnly, !merged.isClean {
        plan.left.append(.init(copy, "both changed the same lines"))
      } else {
        plan.take(copy, other, in: note, merged)
      }
    } catch {
      // A single named copy fails with the reason; among many, the others are merged.
      if !cleanOnly { throw error }
      plan.left.append(.init(copy, error.message))
    }
  }

  /// Returns notes with links to removed copies, with their texts.
  private func linked(
    to copies: [ConflictCopy], _ plan: CopyPlan
  ) async throws(NoteStoreError) -> [NoteID: (old: [UInt8], new: [UInt8])] {
    // No link can refer to an encrypted copy.
    let copies = copies.filter { closed?.has($0.copy) != true }
    guard let first = copies.first else { return [:] }
    let notes = try await rethrow(await vault.queries.links.notes(naming: copies.map(\.copy.path)))
    { (error: NoteIndexError) in
      NoteStoreError.refused(
        first.copy.path, reason: "the links to it cannot be found. \(error.message)")
    }
    let going = Set(copies.map(\.copy))
    let attachments = vault.files.attachments()
    // The index does not know the links of canvases.
    let boards = attachments.filter(LinkRewriting.isBoard).map { NoteID($0) }
    let linking = boards + notes.filter { !going.contains($0) && !$0.path.isLocked }
    if linking.isEmpty { return [:] }
    let survey = vault.files.survey { Task.isCancelled }
    let rewriting = CopyLinks(
      copies, files: survey.entries.map { survey.path(of: $0) } + attachments)
    var texts: [NoteID: (old: [UInt8], new: [UInt8])] = [:]
    for note in linking {
      let (old, text): ([UInt8], [UInt8])
      if let known = plan.texts[note] {
        (old, text) = (known.content.bytes, known.merged)
      } else if let content = try? await vault.store.read(note) {
        (old, text) = (content.bytes, content.bytes)
      } else {
        continue
      }
      let new = rewriting.followed(text, at: note.path)
      if new != text { texts[note] = (old, new) }
    }
    return texts
  }

  /// The number of copies that are checked and removed together, so that little time passes in between.
  private static let trashedTogether = 100

  /// Trashes the copies, each only if it is still as it was merged.
  private func trash(_ plan: CopyPlan, in receipt: inout ConflictReceipt) async {
    var rest = plan.merged[...]
    while !rest.isEmpty {
      var batch: [ConflictCopy] = []
      for copy in rest.prefix(Self.trashedTogether) {
        do throws(NoteStoreError) {
          guard try await text(of: copy).bytes == plan.copies[copy.copy]?.bytes else {
            throw .changedOutside(copy.copy.path)
          }
          if let closed, closed.has(copy.copy) {
            receipt.trashed.append(try closed.trash(copy.copy))
            receipt.merged.append(copy)
          } else {
            batch.append(copy)
          }
        } catch {
          receipt.left.append(.init(copy, error.message))
        }
      }
      rest = rest.dropFirst(Self.trashedTogether)
      for (copy, answer) in zip(batch, await vault.store.trashMany(batch.map(\.copy))) {
        switch answer {
        case .success(let trashed):
          receipt.trashed.append(trashed)
          receipt.merged.append(copy)
        case .failure(let error): receipt.left.append(.init(copy, error.message))
        }
      }
    }
  }

  // MARK: - Undo

  @concurrent
  package func undo(_ receipt: ConflictReceipt) async throws(NoteStoreError) -> [NoteID] {
    let notes = try await takenBack(receipt)
    // The restored copies must be in the index for the next search.
    _ = try? await vault.index.refresh(notes + receipt.touched)
    return notes
  }

  private func takenBack(_ receipt: ConflictReceipt) async throws(NoteStoreError) -> [NoteID] {
    if let renaming = receipt.renamed { return try await vault.moves.undo(renaming).touched }
    var (notes, failure): ([NoteID], NoteStoreError?) = ([], nil)
    if let made = receipt.made {
      notes.append(try await vault.store.trash(made).original)
    } else {
      notes = try await takeBack(receipt)
    }
    var trashed: [TrashedNote] = []
    for copy in receipt.trashed.reversed() {
      guard let closed, copy.closedName != nil else {
        trashed.append(copy)
        continue
      }
      do throws(NoteStoreError) {
        try closed.putBack(copy)
        notes.append(copy.original)
      } catch {
        failure = failure ?? error
      }
    }
    for answer in await vault.store.restoreMany(trashed) {
      switch answer {
      case .success(let note): notes.append(note)
      // It is still in the trash; the others are restored regardless.
      case .failure(let error): failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return notes
  }

  /// Reverts all texts or none: if one has new edits in the same lines, this fails before any copy moves.
  private func takeBack(_ receipt: ConflictReceipt) async throws(NoteStoreError) -> [NoteID] {
    guard let rewriting = receipt.rewriting else { return [] }
    return try await vault.moves.undo(rewriting).touched
  }

  // MARK: - Keeping

  @concurrent
  package func keep(
    _ copy: ConflictCopy, as title: String
  ) async throws(NoteStoreError) -> ConflictReceipt {
    let name = copy.copy.path.folder.appending(NotePath("\(title).md"))
    if ConflictName.reading(name, hosts: hosts) != nil {
      throw .refused(copy.copy.path, reason: "“\(title)” is a name of copies too; give another one")
    }
    var receipt = ConflictReceipt()
    if let closed, closed.has(copy.copy) {
      let text = try await text(of: copy).bytes
      _ = try await vault.store.create(text, at: NoteID(name))
      receipt.made = NoteID(name)
      receipt.trashed = [try closed.trash(copy.copy)]
      return receipt
    }
    receipt.renamed = try await vault.moves.rename(copy.copy, to: title, linking: nil)
    return receipt
  }
}

/// A merge that is about to be made.
private struct CopyPlan {
  struct Text {
    /// The note's current text.
    var content: NoteContent
    var merged: [UInt8]
    var conflicts: Int
  }

  private(set) var merged: [ConflictCopy] = []
  private(set) var texts: [NoteID: Text] = [:]
  private(set) var copies: [NoteID: NoteContent] = [:]
  var left: [ConflictReceipt.Left] = []

  /// The notes that get conflict marks.
  var marked: [NoteID] {
    texts.filter { $0.value.conflicts > 0 }.keys.sorted { $0.path < $1.path }
  }

  mutating func take(
    _ copy: ConflictCopy, _ content: NoteContent, in note: NoteContent, _ merge: MergedCopy
  ) {
    merged.append(copy)
    copies[copy.copy] = content
    let before = texts[copy.note]?.conflicts ?? 0
    texts[copy.note] = Text(
      content: note, merged: merge.after, conflicts: before + merge.conflicts)
  }

  func changes(linking: [NoteID: (old: [UInt8], new: [UInt8])]) -> [NoteChange] {
    var changes: [NoteChange] = []
    for (note, text) in texts {
      let new = linking[note]?.new ?? text.merged
      changes.append(NoteChange(note: note, from: text.content.bytes, to: new))
    }
    for (note, text) in linking where texts[note] == nil {
      changes.append(NoteChange(note: note, from: text.old, to: text.new))
    }
    return changes.filter { !$0.pieces.isEmpty }.sorted { $0.note.path < $1.note.path }
  }
}

/// Redirects links from removed copies to their notes.
private struct CopyLinks {
  /// One rewriting after another, so that two copies of one note do not get its name at the same time.
  private let rounds: [LinkRewriting]

  /// `files` are all files of the vault.
  init(_ copies: [ConflictCopy], files: [NotePath]) {
    let byKey = Dictionary(grouping: files) { LinkName.key(of: $0) }
    var rounds: [[NotePath: NotePath]] = []
    var counts: [NoteID: Int] = [:]
    for copy in copies {
      let round = counts[copy.note, default: 0]
      counts[copy.note] = round + 1
      if round == rounds.count { rounds.append([:]) }
      rounds[round][copy.copy.path] = copy.note.path
    }
    let notes = Set(copies.map(\.note.path))
    self.rounds = rounds.map { moves in
      LinkRewriting(
        moves: moves,
        files: { key in
          let files = byKey[key] ?? []
          // The note already has the target name, and must not be found twice.
          return files.count == 1 && notes.contains(files[0]) && moves.values.contains(files[0])
            ? [] : files
        })
    }
  }

  /// Returns the text with its links rewritten.
  func followed(_ bytes: [UInt8], at note: NotePath) -> [UInt8] {
    rounds.reduce(bytes) { text, rewriting in
      let edits =
        LinkRewriting.isBoard(note)
        ? rewriting.edits(inBoard: text, at: note) : rewriting.edits(in: text, at: note)
      return ByteEdit.apply(edits, to: text)
    }
  }
}

extension NoteChange {
  /// Makes the edits from one text to the other, line by line.
  init(note: NoteID, from old: [UInt8], to new: [UInt8]) {
    let (before, after) = (TextLines(old), TextLines(new))
    let pieces = LineDifference.between(before, after).map { hunk in
      let start =
        hunk.old.lowerBound < before.count
        ? before.range(of: hunk.old.lowerBound).lowerBound : old.count
      let lines = Array(before[hunk.old])
      return Piece(
        range: start..<(start + lines.count), old: lines, new: Array(after[hunk.new]),
        line: hunk.old.lowerBound + 1, context: "", contextRange: 0..<0)
    }
    self.init(note: note, title: note.path.stem.text, pieces: pieces)
  }
}
