import Cells
import Entities
import Imports
import Services

/// Imports notes of other programs.
struct ImportCommand: CommandPart {
  let context: CommandContext

  func check(_ request: CommandRequest) throws(CommandFailure) { _ = try importRequest(request) }

  func bring(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    var wanted = try importRequest(request)
    let vault = context.vault
    guard let imports = vault.imports else {
      throw CommandFailure("this vault is only read: nothing comes into it.")
    }
    if let named = request.value(of: .into) {
      wanted.folder = try context.address(in: vault).folder(named)
    }
    let waiting = context.waiting
    waiting.begin()
    defer { waiting.show(nil) }
    let plan = try await rethrow(
      await imports.plan(wanted) { progress in
        waiting.show("Reading: \(progress.notes) notes")
        return !waiting.isOver()
      }
    ) { (error: ImportError) in
      CommandFailure(error.message, code: error == .stopped ? .cancelled : .failed)
    }
    if let expected = request.expectedCount {
      try CommandRun.check(plan.changeCount, is: expected)
    }
    let results = ResultWriter(request, output)
    if request.isTrial {
      write(plan, to: results)
      results.finish()
      output.message(ImportsWords.summary(of: PlannedImport(plan)))
      return .done
    }
    let report = await imports.carryOut(plan) { progress in
      waiting.show("Importing: \(progress.notes) of \(progress.all ?? 0) notes")
      return !waiting.isOver()
    }
    waiting.show(nil)
    write(report, to: results)
    results.finish()
    await vault.reindex(report.notes)
    output.message(
      ImportsWords.summary(of: DoneImport(report, of: plan))
        + (report.wasStopped ? " Stopped: the same command goes on." : ""))
    if report.wasStopped { return .cancelled }
    return report.problems.isEmpty ? .done : .failed
  }

  private func importRequest(
    _ request: CommandRequest
  ) throws(CommandFailure) -> ImportRequest {
    let word = String(decoding: try request.argument(at: 0).bytes, as: UTF8.self)
    let format = ImportFormat(rawValue: word)
    guard format != nil || word == "auto" else {
      throw CommandFailure(
        "no format is called “\(output.shown(word))”.", code: .usage,
        details: [
          "They are auto, " + ImportFormat.allCases.map(\.rawValue).joined(separator: ", ") + "."
        ])
    }
    let sources = request.arguments.dropFirst().map { AbsolutePath.of($0, from: context.folder) }
    var asked = ImportRequest(format: format, sources: Array(sources))
    if let again = request.value(of: .again)?.text {
      guard let how = ImportRequest.Again(rawValue: again) else {
        throw CommandFailure("--again takes skip, newer or copy.", code: .usage)
      }
      asked.again = how
    }
    asked.keepsAllFields = request.has(.allFields)
    asked.keepsIDs = request.has(.keepIDs)
    asked.isFlat = request.has(.flatten)
    if let level = request.value(of: .splitLevel)?.text {
      guard let level = Int(level), ImportRequest.splitLevels.contains(level) else {
        throw CommandFailure("--split-level takes a level of headings, 1 to 6.", code: .usage)
      }
      asked.splitLevel = level
    }
    return asked
  }

  // MARK: - Results

  private func write(_ plan: ImportPlan, to results: ResultWriter) {
    for note in plan.notes { add(note.fate.rawValue, note.path, of: note.title, to: results) }
    for file in plan.files where file.isNew { add("file", file.path, to: results) }
    for problem in plan.problems { add("problem", problem, to: results) }
  }

  private func write(_ report: ImportReport, to results: ResultWriter) {
    if let path = report.report { add("report", path, to: results) }
    for path in report.made { add("new", path, to: results) }
    for path in report.updated { add("newer", path, to: results) }
    for path in report.files { add("file", path, to: results) }
    for path in report.trashed { add("trashed", path, to: results) }
    for note in report.changed { add("changed", note, to: results) }
    for problem in report.problems { add("problem", problem, to: results) }
    for link in report.brokenLinks { add("loose", link, to: results) }
  }

  private func add(
    _ did: String, _ path: NotePath, of name: String? = nil, to results: ResultWriter
  ) {
    results.add(
      [JSONMember("did", .string(did))] + output.members(of: path) + [
        JSONMember("of", name.map { .string($0) } ?? .null), JSONMember("reason", .null),
      ]
    ) { "\(did) \(output.shown(path))" }
  }

  private func add(_ did: String, _ notice: ImportNotice, to results: ResultWriter) {
    let name = notice.of.isEmpty ? nil : notice.of
    results.add([
      JSONMember("did", .string(did)), JSONMember("path", .null),
      JSONMember("of", name.map { .string($0) } ?? .null),
      JSONMember("reason", .string(notice.reason)),
    ]) {
      "\(did) " + (name.map { "\(output.shown($0)): " } ?? "") + output.shown(notice.reason)
    }
  }
}
