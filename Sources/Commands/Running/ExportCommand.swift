import Cells
import Entities
import Files
import NoteQueries
import Services
import Vault
import VaultSettings

/// Exports notes in other formats.
struct ExportCommand: CommandPart {
  let context: CommandContext

  func check(_ request: CommandRequest) throws(CommandFailure) { _ = try exportRequest(request) }

  func export(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    var wanted = try exportRequest(request)
    if isPiped(request) { wanted.output = try standardOutput(wanted, request) }
    let vault = context.vault
    guard let exports = vault.exports else {
      throw CommandFailure("nothing goes out of this vault.")
    }
    let address = context.address(in: vault)
    for written in request.options[.notes] ?? [] {
      wanted.notes.append(try await address.find(written).id)
    }
    wanted.folder = try request.value(of: .folder).map { (folder) throws(CommandFailure) in
      try address.folder(folder)
    }
    wanted.daily = DailyNotes(
      await context.settings(in: vault), await vault.foreign.obsidian())
    let locks = try await openLocks(of: &wanted, exports, request, in: vault)
    defer { withExtendedLifetime(locks) {} }
    if !request.has(.watch) { return try await run(&wanted, exports, request) }
    guard wanted.makesFolder, wanted.output == nil else {
      throw CommandFailure("--watch takes a format that makes a folder.", code: .usage)
    }
    wanted.replacesEarlier = true
    var hasRun = false
    while true {
      let seen = await vault.state()
      do throws(CommandFailure) {
        let code = try await run(&wanted, exports, request)
        if request.isTrial { return code }
        hasRun = true
      } catch {
        // A note that changes during an export is in the next one.
        guard hasRun, error.code != .cancelled else { throw error }
        output.message(error.message)
      }
      repeat {
        try? await Task.sleep(for: .seconds(1))
        if context.waiting.isOver() { return .done }
      } while await vault.state() == seen
    }
  }

  /// Asks for the passphrases of the locked notes. They are open while the result is retained.
  private func openLocks(
    of wanted: inout ExportRequest, _ exports: any NoteExports, _ request: CommandRequest,
    in vault: CommandVault
  ) async throws(CommandFailure) -> [any OpenLock] {
    guard request.has(.locked), vault.locks != nil else { return [] }
    let plan = try await onBehalf(await exports.plan(wanted) { _ in true })
    wanted.opened = Set(plan.leftOut.map(\.of).filter(\.isLocked))
    var locks: [any OpenLock] = []
    for note in wanted.opened.sorted() {
      if let lock = try await context.openLock(of: NoteID(note), request, in: vault) {
        locks.append(lock)
      }
    }
    return locks
  }

  private func run(
    _ wanted: inout ExportRequest, _ exports: any NoteExports, _ request: CommandRequest
  ) async throws(CommandFailure) -> ExitCode {
    let waiting = context.waiting
    waiting.begin()
    defer { waiting.show(nil) }
    let results = ResultWriter(request, output)
    var plan = try await onBehalf(
      await exports.plan(wanted) { progress in
        waiting.show("Reading: \(progress.notes) of \(progress.all) notes")
        return !waiting.isOver()
      })
    if request.isTrial {
      write(plan, [], to: results)
      output.message(summary(of: plan, "would go to"))
      return .done
    }
    if plan.unlocked > 0, !wanted.mayLeaveLock {
      waiting.show(nil)
      let question = ExportError.agreement(notes: plan.unlocked) + " Go on? [y/N]"
      // Without a terminal, the export itself reports what is missing.
      if let isAgreed = context.streams.confirm(question) {
        if !isAgreed { throw CommandFailure("nothing was written.", code: .cancelled) }
        (wanted.mayLeaveLock, plan.request.mayLeaveLock) = (true, true)
      }
    }
    let report = try await onBehalf(
      await exports.carryOut(plan) { progress in
        waiting.show("Writing: \(progress.notes) of \(progress.all) notes")
        return !waiting.isOver()
      })
    waiting.show(nil)
    write(plan, report.problems, to: results)
    output.message(summary(of: plan, "went to"))
    return report.problems.isEmpty ? .done : .failed
  }

  private func onBehalf<Value>(
    _ body: @autoclosure () async throws(ExportError) -> Value
  ) async throws(CommandFailure) -> Value {
    try await rethrow(try await body()) { (error: ExportError) in
      CommandFailure(error.message, code: error == .stopped ? .cancelled : .failed)
    }
  }

  private func exportRequest(_ request: CommandRequest) throws(CommandFailure) -> ExportRequest {
    let word = String(decoding: try request.argument(at: 0).bytes, as: UTF8.self)
    guard let format = ExportFormat(rawValue: word) else {
      throw CommandFailure(
        "no format is called “\(output.shown(word))”.", code: .usage,
        details: ["They are \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", "))."])
    }
    let destination = AbsolutePath.of(try request.argument(at: 1), from: context.folder)
    var wanted = ExportRequest(format, to: destination)
    if let typed = request.value(of: .query)?.text {
      wanted.query = try rethrow(
        NoteQuery(parsing: typed, today: context.clock.civil(context.clock.now))
      ) { (error: QueryError) in CommandFailure(error.message, code: .usage) }
    }
    if let steps = request.value(of: .withLinked)?.text {
      guard let count = Int(steps), (0...100).contains(count) else {
        throw CommandFailure("--with-linked takes a number of steps, 0 to 100.", code: .usage)
      }
      wanted.linkedSteps = count
    }
    if let which = request.value(of: .attachments)?.text {
      wanted.attachments = ExportRequest.Attachments(rawValue: which)
    }
    wanted.mayLeaveLock = request.has(.yes)
    wanted.isSingle = request.has(.single)
    if wanted.isSingle, format != .html {
      throw CommandFailure("--single is for html.", code: .usage)
    }
    return wanted
  }

  // MARK: - Results

  private func write(_ plan: ExportPlan, _ problems: [ExportNotice], to results: ResultWriter) {
    // The notes themselves are the results.
    if plan.request.output != nil {
      for notice in plan.renamed + plan.leftOut + problems {
        output.message("\(output.shown(notice.of)): \(output.shown(notice.reason))")
      }
      return
    }
    for note in plan.notes { add("note", note.path, title: note.title, to: results) }
    let renamed = Dictionary(
      plan.renamed.map { ($0.of, $0.reason) }, uniquingKeysWith: { first, _ in first })
    for file in plan.files { add("file", file.path, reason: renamed[file.path], to: results) }
    for notice in plan.leftOut { add("left-out", notice.of, reason: notice.reason, to: results) }
    for notice in problems { add("problem", notice.of, reason: notice.reason, to: results) }
    results.finish()
  }

  /// Adds a result for programs. Users do not need the names of thousands of notes.
  private func add(
    _ did: String, _ path: NotePath, title: String? = nil, reason: String? = nil,
    to results: ResultWriter
  ) {
    results.add(
      [JSONMember("did", .string(did))] + output.members(of: path) + [
        JSONMember("title", .optional(title)), JSONMember("reason", .optional(reason)),
      ]
    ) { reason.map { "\(did) \(output.shown(path)): \(output.shown($0))" } ?? "" }
  }

  private func summary(of plan: ExportPlan, _ verb: String) -> String {
    let files = plan.files.isEmpty ? "" : " and \(Self.count(plan.files.count, "file"))"
    let locked = plan.leftOut.count { $0.of.isLocked }
    let left =
      plan.leftOut.isEmpty
      ? ""
      : "; \(Self.count(plan.leftOut.count, "note")) left out"
        + (locked == 0 ? "" : ", \(locked) of them locked")
    return "\(plan.request.format.title): \(Self.count(plan.notes.count, "note"))\(files) \(verb) "
      + (plan.request.output == nil
        ? output.shown(plan.request.destination.bytes) : "standard output")
      + left + "."
  }

  // MARK: - Standard output

  private func isPiped(_ request: CommandRequest) -> Bool {
    let target = request.arguments.last
    return target?.isStandardInput == true || target?.text == "/dev/stdout"
  }

  private func standardOutput(
    _ wanted: ExportRequest, _ request: CommandRequest
  ) throws(CommandFailure) -> ExportOutput {
    if wanted.makesFolder {
      throw CommandFailure(
        "\(wanted.format.rawValue) makes a folder, which cannot go to standard output. Name a folder.",
        code: .usage)
    }
    if request.answersInJSON || request.has(.fields) || request.has(.count) {
      throw CommandFailure(
        "the notes go to standard output, so a list of them cannot. Leave out the option, or name a"
          + " file.", code: .usage)
    }
    let sink = try context.streams.openOutput(nil, isPrivate: false).sink
    return ExportOutput { piece in
      do throws(SystemError) {
        try sink.write(piece)
        return nil
      } catch {
        return error.reason
      }
    }
  }

  private static func count(_ count: Int, _ name: String) -> String {
    "\(count) \(name)\(count == 1 ? "" : "s")"
  }
}
