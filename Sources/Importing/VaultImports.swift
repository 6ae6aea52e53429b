import Archives
package import Entities
import Files
import Folding
import NoteSyntax
package import OpenVault
package import Services
import Threads
package import Undo
package import VaultSettings

/// Imports into one vault.
package struct VaultImports: RecordableImports {
  private let store: any NoteStore
  private var recorder: DoneRecorder?
  private let files: any VaultFiles
  private let foreign: any ForeignSettings
  private let state: VaultState
  private let clock: any WallClock
  private let places: [NotePath]
  private let own: NotePath

  /// `places` are the folders in which archives are looked for; `own` is where the vault itself is.
  package init(
    store: any NoteStore, files: any VaultFiles, foreign: any ForeignSettings, state: VaultState,
    clock: any WallClock, places: [NotePath] = [], own: NotePath = NotePath("")
  ) {
    self.store = store
    self.files = files
    self.foreign = foreign
    self.state = state
    self.clock = clock
    self.places = places
    self.own = own
  }

  package func found() async -> [ImportSource] {
    await OwnThread.answer { [places, own] in FoundSources.all(in: places, but: own) } ?? []
  }

  package func recorded(by recorder: DoneRecorder) -> any NoteImports {
    var imports = self
    imports.recorder = recorder
    return imports
  }

  // MARK: - Planning

  package func plan(
    _ request: ImportRequest, watch: @escaping ImportWatch
  ) async throws(ImportError) -> ImportPlan {
    let memory = await state.imported.load()
    let settings = await foreign.obsidian()
    let trashed = Set(((try? await store.trashed()) ?? []).map(\.original.path))
    let answer = await OwnThread.answer { [files] in
      Result { () throws(ImportError) in
        try Self.plan(request, memory, settings, files, trashed, watch)
      }
    }
    guard let answer else { throw .unreadable("The system has no thread to spare. Try again.") }
    return try answer.get()
  }

  private static func plan(
    _ request: ImportRequest, _ memory: ImportedNotes, _ settings: ObsidianSettings,
    _ files: any VaultFiles, _ trashed: Set<NotePath>, _ watch: @escaping ImportWatch
  ) throws(ImportError) -> ImportPlan {
    let source: SourceTree
    let found: ImportFormat
    do throws(SourceFailure) {
      source = try SourceTree(request.sources.map(\.bytes))
      var format = request.format
      if format == nil { format = try ImportFormat.guess(source) }
      guard let format else {
        // What could not be read may be why it looks like nothing.
        throw source.entries.isEmpty ? source.problems.first ?? .notFound("") : .notFound("")
      }
      found = format
    } catch .notFound("") {
      throw .unknown(request.sources.first?.text ?? "")
    } catch {
      throw error == .stopped ? .stopped : .unreadable(error.message)
    }
    let folder = request.folder ?? NotePath(ImportedName.folder(source.name))
    guard folder.bytes.isEmpty || folder.isFolderOfNotes else {
      throw .folder(folder, reason: "it is hidden, or leads out of the vault")
    }
    let survey = files.survey { false }
    let paths = Set(survey.entries.map { survey.path(of: $0) }).union(files.attachments())
    let vault = ImportedVault(paths: paths, trashed: trashed) { path in
      (try? files.bytes(of: path)).map { Digest.of($0) }
    } attachment: { path, size, digest in
      guard files.fact(ofAttachment: path)?.size == size || path.isOfNote else { return false }
      return (try? files.bytes(of: path)).map { Digest.of($0) == digest } ?? false
    }
    let planner = ImportPlanner(
      ImportPlan(request, format: found, folder: folder), memory: memory, vault: vault,
      attachments: { note in
        settings.attachmentFolder == nil
          ? folder.appending(NotePath("attachments")) : settings.attachmentFolder(of: note)
      }, watch: watch)
    do throws(ImportFailure) {
      try found.reader(for: request).read(source, into: request.sink(planner))
    } catch {
      throw error == .stopped ? .stopped : .unreadable(error.message)
    }
    for problem in source.problems {
      planner.add(ImportNotice(of: source.name, problem.message))
    }
    planner.finish()
    guard !planner.plan.notes.isEmpty || !planner.plan.problems.isEmpty else {
      throw .noNotes(request.sources.first?.text ?? "", format: found)
    }
    return planner.plan
  }

  // MARK: - Carrying out

  /// What the thread that reads hands over.
  private enum Event: Sendable {
    case lot(ImportWriter.Lot)
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
    // One undo takes back all of an import that was cut off and goes on.
    let (recorder, earlier) = await recorder?.continuing(plan.paths) ?? (nil, [])
    let store = recorder?.recording(store, bringing: true) ?? store
    let (events, sending) = AsyncStream<Event>.makeStream()
    // The reader waits until its lot is written: no more than one is in memory.
    let written = Semaphore()
    let isOver = Signal(false)
    let started = OwnThread.start { [files, clock] in
      sending.yield(
        Self.read(plan, form, files, clock, earlier) { lot throws(ImportFailure) in
          sending.yield(.lot(lot))
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
      case .lot(let lot):
        await memory.add(await write(lot, store, &report), of: lot)
        let done = report.made.count + report.updated.count + report.known
        let isWanted = watch(ImportProgress(notes: done, of: plan.notes.count))
        if !isWanted || report.isDiskFull { isOver.change { $0 = true } }
        written.give()
      case .end(let read, let failure):
        report.problems += read.problems
        (report.loose, report.known, report.changed) = (read.loose, read.known, read.changed)
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
    write: @escaping (ImportWriter.Lot) throws(ImportFailure) -> Void
  ) -> Event {
    let survey = files.survey { false }
    let paths = Set(survey.entries.map { survey.path(of: $0) }).union(files.attachments())
    let reader = plan.format.reader(for: plan.request)
    let text = ImportedText(
      links: ImportLinks(plan, vault: paths, form: form), request: plan.request, clock: clock,
      target: { InnerLink.target(of: $0) ?? reader.target(of: $0, in: $1) })
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
    (report.problems, report.loose) = (writer.problems, writer.loose)
    (report.known, report.changed) = (writer.known, writer.changed)
    return .end(report, failure: failure)
  }

  /// Answers with what was made, and the digests of that.
  private func write(
    _ lot: ImportWriter.Lot, _ store: any NoteStore, _ report: inout ImportReport
  ) async -> [NotePath: UInt64] {
    var written: [NotePath: UInt64] = [:]
    var trashed = Set(lot.trashed)
    var pinned = Set(lot.pinned)
    for (file, answer) in zip(lot.made, await store.createMany(lot.made)) {
      switch answer {
      case .success:
        written[file.id.path] = Digest.of(file.bytes)
        if lot.notes.contains(file.id.path) {
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
    for (file, note) in lot.updated where await update(file, note, store, &report) {
      written[file.id.path] = Digest.of(file.bytes)
    }
    for file in lot.cutOff {
      // What is no longer as the import wrote it belongs to a person.
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

  /// Pins and the trash, as they were there. Answers with those that another import has to see to.
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
  /// A full disk is told once: nothing more is tried then.
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
        "The disk is full: the import stopped here. Free some space, and the same import goes on."))
  }
}

extension ImportRequest {
  /// What notes go through on their way.
  fileprivate func sink(_ sink: any ImportSink) -> any ImportSink {
    DistinctNotes(splitLevel.map { SplitNotes(level: $0, sink: sink) } ?? sink)
  }
}

extension NotePath {
  /// No part of it is hidden, or leads up.
  fileprivate var isFolderOfNotes: Bool {
    !bytes.contains(0)
      && bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") }
  }
}

extension VaultFiles {
  /// All of a file.
  fileprivate func bytes(of path: NotePath) throws(NoteStoreError) -> [UInt8] {
    let size = (isNote(path) ? facts(of: NoteID(path)) : fact(ofAttachment: path))?.size ?? 0
    return try bytes(of: NoteID(path), atMost: size)
  }

  private func isNote(_ path: NotePath) -> Bool { path.isOfNote }
}

extension OwnThread {
  /// What `body` comes to on a thread of its own; nil where the system has none to spare.
  static func answer<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
    await withCheckedContinuation { continuation in
      if !start({ continuation.resume(returning: body()) }) { continuation.resume(returning: nil) }
    }
  }
}
