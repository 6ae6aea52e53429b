import Entities
import Imports
import Services
import Viper

/// Brings notes of other programs.
@MainActor
struct ImportCommand {
  let context: CommandContext

  private var output: CommandOutput { context.output }

  func bring(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let asked = try importRequest(request)
    let vault = try await context.vault(request)
    let waiting = context.waiting
    guard let imports = vault.services.exchange.imports else {
      throw CommandFailure("this vault is only read: nothing comes into it.")
    }
    var wanted = asked
    if let named = request.value(of: .into) {
      wanted.folder = try context.address(in: vault).folder(named)
    }
    waiting.begin()
    defer { waiting.show(nil) }
    let builder = ImportsBuilder(imports: imports, work: context.work)
    let interactor = builder.makeInteractor { !waiting.isOver() }
    let progress = ImportProgressText(interactor, waiting)
    defer { withExtendedLifetime(progress) {} }
    interactor.plan(wanted)
    await context.work.whenIdle()
    let results = ResultWriter(request, output)
    if case .planned(let plan) = interactor.phase {
      if request.isTrial {
        write(plan, to: results)
        results.finish()
        output.message(ImportsWords.summary(of: plan))
        return .done
      }
      interactor.carryOut()
      await context.work.whenIdle()
    }
    waiting.show(nil)
    switch interactor.phase {
    case .failed(let error): throw CommandFailure(error.message, code: Self.code(of: error))
    case .done(let plan, let report):
      write(report, to: results)
      results.finish()
      _ = try? await vault.services.index.refresh(report.notes)
      output.message(
        ImportsWords.summary(of: report, plan)
          + (report.wasStopped ? " Stopped: the same command goes on." : ""))
      if report.wasStopped { return .cancelled }
      return report.problems.isEmpty ? .done : .failed
    case .open, .reading, .planned, .importing, .takingBack, .takenBack: return .cancelled
    }
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

  private static func code(of error: ImportError) -> ExitCode {
    switch error {
    case .stopped: .cancelled
    case .unreadable, .unknown, .noNotes, .folder, .store: .failed
    }
  }

  // MARK: - What is written

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
    for link in report.loose { add("loose", link, to: results) }
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

/// Says how far an import is, where a person waits for it.
@MainActor
private final class ImportProgressText: ImportsInteractorOutput {
  private let interactor: any ImportsInteracting
  private let waiting: Waiting

  init(_ interactor: any ImportsInteracting, _ waiting: Waiting) {
    (self.interactor, self.waiting) = (interactor, waiting)
    interactor.output = self
  }

  func importChanged() {
    switch interactor.phase {
    case .reading(let progress): waiting.show("Reading: \(progress.notes) notes")
    case .importing(_, let progress):
      waiting.show("Importing: \(progress.notes) of \(progress.all ?? 0) notes")
    case .open, .planned, .done, .failed, .takingBack, .takenBack: break
    }
  }

  /// The command itself stores what it does, and tells where it cannot.
  func importReported(_ problem: String) {}
}
