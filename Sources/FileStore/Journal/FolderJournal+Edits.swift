package import Entities
import Files
import Glibc
package import Services

/// Large texts, of which only what was done to them is kept.
extension FolderJournal {
  package func keep(
    edits: [UInt8], since base: TextBase?, of note: NoteID?, draft: Int
  ) throws(NoteStoreError) {
    try keeping(of: note, draft: draft) { (folder, name, state) throws(SystemError) in
      let bytes = try JournalEdits.file(
        of: note, since: base, edits, kept: clock.now, named: name, seal: seal)
      state.series[name] = nil
      try write(bytes, as: name, in: folder)
      state.series[name] = JournalSeries.Growing(begunWith: bytes)
      // What was kept whole under this name stood on another file.
      if let old = state.bases[name] { try? Posix.remove(old.file, in: folder) }
      state.bases[name] = nil
    }
  }

  package func keepMore(
    edits: [UInt8], of note: NoteID?, draft: Int
  ) throws(NoteStoreError) -> Bool {
    try keeping(of: note, draft: draft) { (folder, name, state) throws(SystemError) in
      guard var growing = state.series[name], !growing.isLong,
        let file = try? Posix.open(name, in: folder, O_RDWR | O_NONBLOCK | O_NOFOLLOW),
        try Posix.facts(of: file.raw).size == growing.byteCount
      else { return false }
      let record = try JournalEdits.record(
        edits, kept: clock.now, number: growing.records, after: growing.last, seal: seal)
      // Until this is on the disk nothing more may be added: behind half a record nobody reads.
      state.series[name] = nil
      let raw = file.raw
      do throws(SystemError) {
        let end = off_t(growing.byteCount)
        try Posix.retrying { lseek(raw, end, SEEK_SET) }
        try disk.write(record, to: raw)
        try disk.sync(raw)
      } catch {
        // Then the next keep writes all of it again, and may need the room.
        _ = ftruncate(raw, off_t(growing.byteCount))
        throw error
      }
      growing.byteCount += record.count
      growing.records += 1
      growing.last = JournalEdits.end(of: record)
      state.series[name] = growing
      return true
    }
  }
}
