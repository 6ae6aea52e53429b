import Bases
import Cells
import Entities
import Table

/// Queries and checks `.base` files.
struct BaseCommands: CommandPart {
  let context: CommandContext

  func checkForm(_ request: CommandRequest) throws(CommandFailure) { _ = try form(request) }

  func query(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let form = try form(request)
    let vault = context.vault
    let base = try await base(request, in: vault)
    let view = try await onBehalf(base.view(named: request.value(of: .view)?.text))
    let run = try await onBehalf(await vault.bases(context.clock).run(view, of: base))
    let presenter = BaseText(run, output)
    presenter.write(form)
    for problem in presenter.problems { output.message(line(problem, in: base.path)) }
    return presenter.problems.isEmpty ? .done : .failed
  }

  func views(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let base = try await base(request, in: context.vault)
    let views = try await onBehalf(base.views())
    let results = ResultWriter(request, output)
    for view in views {
      results.add(
        [
          JSONMember("name", .string(view.name)), JSONMember("type", .string(view.type)),
          JSONMember("line", .number(view.line)),
        ],
        cells: [output.shown(view.name), output.shown(view.type)])
    }
    results.finish()
    return .done
  }

  func check(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let bases = vault.bases(context.clock)
    let named = request.argument == nil ? nil : try await find(request, in: vault)
    let results = ResultWriter(request, output)
    var code = ExitCode.done
    let paths = if let named { [named] } else { await bases.all() }
    for path in paths {
      let problems = try await onBehalf(await bases.problems(of: try await bases.open(path)))
      for problem in problems {
        code = .failed
        results.add(output.members(of: path) + BaseText.members(of: problem)) {
          line(problem, in: path)
        }
      }
    }
    results.finish()
    return code
  }

  private func base(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> OpenBase {
    let path = try await find(request, in: vault)
    return try await onBehalf(await vault.bases(context.clock).open(path))
  }

  private func find(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> NotePath {
    try await context.address(in: vault).base(
      request.argument(at: 0), among: vault.bases(context.clock))
  }

  private func line(_ problem: BaseProblem, in path: NotePath) -> String {
    "\(output.shown(path)):\(output.shown(problem.text))"
  }

  /// Returns the output format; nil for columns in a terminal.
  private func form(_ request: CommandRequest) throws(CommandFailure) -> BaseForm? {
    guard let written = request.value(of: .format)?.text else {
      return request.has(.json) ? .json : nil
    }
    guard let form = BaseForm(rawValue: written) else {
      throw CommandFailure(
        "“\(output.shown(written))” is not a format. Use json, csv, tsv, md or paths.",
        code: .usage)
    }
    if request.has(.json), form != .json {
      throw CommandFailure(
        "--json and --format \(written) contradict each other. Use only one.", code: .usage)
    }
    return form
  }

  private func onBehalf<Value>(
    _ body: @autoclosure () async throws(BaseFailure) -> Value
  ) async throws(CommandFailure) -> Value {
    try await rethrow(try await body()) { (error: BaseFailure) in CommandFailure(error, output) }
  }
}

extension CommandFailure {
  @MainActor
  init(_ failure: BaseFailure, _ output: CommandOutput) {
    let message = output.shown(failure.message)
    switch failure {
    case .store(let error): self.init(error)
    case .index(let error): self.init(error)
    case .notFound: self.init(message, code: .notFound)
    case .ambiguous(_, let bases):
      self.init(message, code: .ambiguous, details: bases.map { output.shown($0) })
    case .noView(_, _, let views):
      self.init(message, code: .usage, details: views.map { output.shown($0) })
    default: self.init(message)
    }
  }
}
