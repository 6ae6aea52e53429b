import Comparing
package import Entities
package import Services

/// The use cases for the versions of a note: list and compare them, restore one or a hunk of it,
/// and undo that. Shared by the screen's interactor and the command line.
package struct HistoryCases: Sendable {
  private let versions: any NoteVersions
  private let store: any NoteStore

  package init(versions: any NoteVersions, store: any NoteStore) {
    (self.versions, self.store) = (versions, store)
  }

  /// Returns the versions, newest first. A deleted note still has its versions.
  package func list(of note: NoteID) async throws(NoteStoreError) -> HistoryList {
    let items = try await versions.versions(of: note).map { HistoryItem(version: $0) }
    return HistoryList(items: items, problems: await versions.problems(of: note))
  }

  /// Returns the version's exact bytes.
  package func text(of item: HistoryItem) async throws(NoteStoreError) -> [UInt8] {
    try await versions.bytes(of: item.version)
  }

  /// Counts the lines added and removed by each of the first `count` items.
  func counts(
    of items: [HistoryItem], upTo count: Int, isFromNewest: Bool
  ) async -> [VersionCount] {
    var present: [UInt8]?
    if isFromNewest, let first = items.first {
      present = try? await store.read(first.version.note).bytes
    }
    return await VersionCount.counts(
      of: items.map(\.version), in: versions, upTo: count, present: present)
  }

  func compare(
    _ item: HistoryItem, after before: HistoryItem?, as aspect: HistoryAspect
  ) async throws(NoteStoreError) -> (lines: [HistoryLine], comparison: VersionComparison?) {
    let text = try await text(of: item)
    if aspect == .text {
      return (HistoryLine.lines(LineDifference.listing(of: TextLines(text))), nil)
    }
    var other: [UInt8] = []
    if aspect == .since {
      other = try await store.read(item.version.note).bytes
    } else if let before {
      other = try await self.text(of: before)
    }
    let comparison = VersionComparison(of: text, with: other, isSince: aspect == .since)
    return (comparison.lines, comparison)
  }

  /// Makes a version the note's text. The note's current text is saved as a version first.
  package func restore(_ item: HistoryItem) async throws(NoteStoreError) -> HistoryChange {
    let note = item.version.note
    let text = try await text(of: item)
    let present: NoteContent
    do {
      present = try await store.read(note)
    } catch NoteStoreError.notFound {
      _ = try await store.create(text, at: note)
      return .made(note)
    }
    return try await replace(present, of: note, by: text)
  }

  /// Applies one hunk of the comparison to the note, whose current text is saved as a version
  /// first.
  func take(
    _ hunk: Int, of comparison: VersionComparison, into note: NoteID
  ) async throws(NoteStoreError) -> TakenHunk {
    let present: NoteContent
    do {
      present = try await store.read(note)
    } catch NoteStoreError.notFound {
      return .refused(.noteIsGone)
    }
    switch comparison.taking(hunk, into: present.bytes) {
    case .refused(let refusal): return .refused(refusal)
    case .text(let text): return .taken(try await replace(present, of: note, by: text))
    }
  }

  private func replace(
    _ present: NoteContent, of note: NoteID, by text: [UInt8]
  ) async throws(NoteStoreError) -> HistoryChange {
    try await versions.keep(present.bytes, of: note, written: present.stamp.modified)
    let stamp = try await store.save(text, to: note, replacing: present.stamp)
    return .saved(note, bytes: present.bytes, before: present.stamp, after: stamp)
  }

  /// Undoes a change. Returns the note's new stamp; nil if the note went to the trash.
  func undo(_ change: HistoryChange) async throws(NoteStoreError) -> NoteStamp? {
    switch change {
    case .saved(let note, let bytes, _, let stamp):
      return try await store.save(bytes, to: note, replacing: stamp)
    case .made(let note):
      _ = try await store.trash(note)
      return nil
    }
  }
}

package struct HistoryList: Sendable {
  package var items: [HistoryItem]
  /// Problems with stored versions.
  package var problems: [String]
}

/// A change to a note, with what undo needs.
package enum HistoryChange: Sendable {
  case saved(NoteID, bytes: [UInt8], before: NoteStamp, after: NoteStamp)
  /// The note did not exist before.
  case made(NoteID)

  package var note: NoteID {
    switch self {
    case .saved(let note, _, _, _), .made(let note): note
    }
  }

  package var isOfGoneNote: Bool {
    if case .made = self { true } else { false }
  }
}

enum TakenHunk: Sendable {
  case taken(HistoryChange)
  case refused(HunkRefusal)
}
