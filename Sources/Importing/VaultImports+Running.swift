import Archives
import Entities
import Files
import Html
import OpenVault
package import Services
import Threads
import Undo
import VaultSettings

extension VaultImports {
  /// A message from the reading thread.
  private enum Event: Sendable {
    case batch(ImportWriter.Batch)
    case end(ImportReport, failure: ImportFailure?)
  }

  package func carryOut(_ plan: ImportPlan, watch: @escaping ImportWatch) async -> ImportReport {
    await VersionWriter.$current.withValue(VersionWriter(.import)) {
      await bring(plan, watch: watch)
    }
  }

  private func bring(_ plan: ImportPlan, watch: @escaping ImportWatch) async -> ImportReport {
    var report = ImportReport()
    report.problems = plan.problems
    var memory = ImportMemory(plan, state.imported)
    await memory.begin()
    let form = await foreign.obsidian().newLinks
    // One undo reverts the whole import, even if it was interrupted and continued.
    let (recorder, earlier) = await recorder?.continuing(plan.paths) ?? (nil, [])
    let store = recorder?.recording(store, bringing: true) ?? store
    let (events, sending) = AsyncStream<Event>.makeStream()
    // The reader waits until its batch is written, so that only one is in memory.
    let written = Semaphore()
    let isOver = Signal(false)
    let started = DedicatedThread.start { [files, clock] in
      sending.yield(
        Self.read(plan, form, files, clock, earlier) { batch throws(ImportFailure) in
          sending.yield(.batch(batch))
          written.take()
          if isOver.change({ $0 }) { throw .stopped }
        })
      sending.finish()
    }
    guard started else {
      report.problems.append(ImportNotice(of: "", "The system has no thread to spare. Try again."))
      return report
    }
    for await event in events {
      switch event {
      case .batch(let batch):
        await memory.add(await write(batch, store, &report), of: batch)
        let done = report.made.count + report.updated.count + report.known
        let isWanted = watch(ImportProgress(notes: done, of: plan.notes.count))
        if !isWanted || report.isDiskFull { isOver.change { $0 = true } }
        written.give()
      case .end(let read, let failure):
        report.problems += read.problems
        (report.brokenLinks, report.known, report.changed) = (
          read.brokenLinks, read.known, read.changed
        )
        report.wasStopped = failure == .stopped && !report.isDiskFull
        if let failure, failure != .stopped {
          report.problems.append(ImportNotice(of: "", failure.message))
        }
      }
    }
    await memory.end()
    if report.isDiskFull { return report }
    if let problem = memory.problem { report.problems.append(problem) }
    if let text = ReportText.text(of: report, plan, earlier) {
      do throws(NoteStoreError) {
        report.report =
          try await store.create(text, titled: ReportText.title, in: plan.folder).id.path
      } catch {
        report.problems.append(ImportNotice(of: ReportText.title, error.message))
      }
    }
    if !report.wasStopped { await recorder?.end() }
    return report
  }

  private static func read(
    _ plan: ImportPlan, _ form: NewLinkForm, _ files: any VaultFiles, _ clock: any WallClock,
    _ earlier: Set<NotePath>,
    write: @escaping (ImportWriter.Batch) throws(ImportFailure) -> Void
  ) -> Event {
    let reader = plan.format.reader(for: plan.request)
    let text = ImportedText(
      links: ImportLinks(plan, vault: files.paths, form: form), request: plan.request, clock: clock,
      target: { InternalLink.target(of: $0) ?? reader.target(of: $0, in: $1) })
    let writer = ImportWriter(plan, text, earlier: earlier, write: write)
    var failure: ImportFailure?
    do throws(ImportFailure) {
      try reader.read(
        try SourceTree(plan.request.sources.map(\.bytes)), into: plan.request.sink(writer))
      try writer.end()
    } catch {
      failure = error
    }
    var report = ImportReport()
    (report.problems, report.brokenLinks) = (writer.problems, writer.brokenLinks)
    (report.known, report.changed) = (writer.known, writer.changed)
    return .end(report, failure: failure)
  }

  /// Writes a batch and returns the digests of the written files.
  private func write(
    _ batch: ImportWriter.Batch, _ store: any NoteStore, _ report: inout ImportReport
  ) async -> [NotePath: UInt64] {
    var written: [NotePath: UInt64] = [:]
    var trashed = Set(batch.trashed)
    var pinned = Set(batch.pinned)
    for (file, answer) in zip(batch.made, await store.createMany(batch.made)) {
      switch answer {
      case .success:
        written[file.id.path] = Digest.of(file.bytes)
        if batch.notes.contains(file.id.path) {
          report.made.append(file.id.path)
        } else {
          report.files.append(file.id.path)
        }
      case .failure(let error):
        trashed.remove(file.id)
        pinned.remove(file.id)
        report.add(error, of: file.id.path.text)
      }
    }
    for (file, note) in batch.updated where await update(file, note, store, &report) {
      written[file.id.path] = Digest.of(file.bytes)
    }
    for file in batch.cutOff {
      // A file that differs from what the import wrote was changed by the user.
      if (try? await store.read(file.id))?.bytes == file.bytes {
        written[file.id.path] = Digest.of(file.bytes)
      } else {
        trashed.remove(file.id)
        pinned.remove(file.id)
      }
    }
    for note in await arrange(pinned, trashed, store, &report) { written[note.path] = 0 }
    return written
  }

  private func update(
    _ file: NewVaultFile, _ note: ImportPlan.Note, _ store: any NoteStore,
    _ report: inout ImportReport
  ) async -> Bool {
    if report.isDiskFull { return false }
    do throws(NoteStoreError) {
      let stamp = try await store.read(file.id).stamp
      _ = try await store.save(file.bytes, to: file.id, replacing: stamp)
      report.updated.append(file.id.path)
      return true
    } catch {
      report.add(error, of: note.title)
      return false
    }
  }

  /// Pins and trashes notes as in the source. Returns those that the next import must try again.
  private func arrange(
    _ pinned: Set<NoteID>, _ trashed: Set<NoteID>, _ store: any NoteStore,
    _ report: inout ImportReport
  ) async -> [NoteID] {
    var left: [NoteID] = []
    if !pinned.isEmpty {
      do throws(NoteStoreError) {
        try await state.arrangement.change { $0.pins.formUnion(pinned) }
      } catch {
        left += pinned
        report.problems.append(ImportNotice(of: "", "Nothing was pinned: \(error.message)"))
      }
    }
    if trashed.isEmpty { return left }
    let sorted = trashed.sorted { $0.path < $1.path }
    for (note, answer) in zip(sorted, await store.trashMany(sorted)) {
      switch answer {
      case .success: report.trashed.append(note.path)
      case .failure(let error):
        left.append(note)
        report.add(error, of: note.path.text)
      }
    }
    return left
  }
}

extension ImportReport {
  /// Adds an error. A full disk is reported once, since nothing more is tried then.
  fileprivate mutating func add(_ error: NoteStoreError, of name: String) {
    guard case .noSpace = error else {
      problems.append(ImportNotice(of: name, error.message))
      return
    }
    if isDiskFull { return }
    isDiskFull = true
    problems.append(
      ImportNotice(
        of: name,
        "The disk is full: the import stopped here. Free some space, and run the import again to continue."
      ))
  }
}

/// The note that lists an import's problems.
enum ReportText {
  static let title = "Import report"

  /// Returns nil if there were no problems, or nothing was imported.
  static func text(
    of report: ImportReport, _ plan: ImportPlan, _ earlier: Set<NotePath>
  ) -> [UInt8]? {
    let hasCome = !report.made.isEmpty || !report.updated.isEmpty || !report.files.isEmpty
    guard hasCome || !earlier.isEmpty, !report.problems.isEmpty || !report.brokenLinks.isEmpty
    else {
      return nil
    }
    // Counts the notes of an interrupted run too.
    let notes =
      report.made.count + plan.notes.count { earlier.contains($0.path) && $0.fate != .new }
    let files = report.files.count + plan.files.count { earlier.contains($0.path) && !$0.isNew }
    let text =
      "# \(title)\n\n\(plan.format.title): \(notes) notes and \(files) files were imported.\n"
      + section("Problems", report.problems, escaped)
      + section("Links to nothing", report.brokenLinks) { name in
        "[[\(name.hasSuffix(".md") ? String(name.dropLast(3)) : name)]]"
      }
    return Array(text.utf8)
  }

  private static func section(
    _ title: String, _ notices: [ImportNotice], _ name: (String) -> String
  ) -> String {
    if notices.isEmpty { return "" }
    let lines = notices.folded { notice in
      "- " + (notice.of.isEmpty ? "" : "\(name(notice.of)): ") + escaped(notice.reason) + "\n"
    } rest: {
      "- \($0)\n"
    }
    return "\n## \(title)\n\n\(lines.joined())"
  }

  private static func escaped(_ words: String) -> String {
    String(decoding: PlainText.inline(words), as: UTF8.self)
  }
}
