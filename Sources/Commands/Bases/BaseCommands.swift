import Bases
import Entities
import Table

/// What `.base` files show, and what is wrong with them.
struct BaseCommands: CommandPart {
  let context: CommandContext

  func checkForm(_ request: CommandRequest) throws(CommandFailure) { _ = try form(request) }

  func query(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let form = try form(request)
    let vault = context.vault
    let base = try readable(try await base(request, in: vault))
    guard let view = base.file.view(named: request.value(of: .view)?.text) else {
      throw CommandFailure(
        "\(output.shown(base.path)) has no view “\(output.shown(request.value(of: .view)?.text ?? ""))”.",
        code: .usage, details: base.file.views.map { output.shown($0.name) })
    }
    let run = try await onBehalf { () async throws(BaseFailure) in
      try await vault.bases(context.clock).run(view, of: base)
    }
    let presenter = BaseText(run, output)
    presenter.write(form)
    for problem in presenter.problems { output.message(line(problem, in: base.path)) }
    return presenter.problems.isEmpty ? .done : .failed
  }

  func views(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let base = try readable(try await base(request, in: context.vault))
    let results = ResultWriter(request, output)
    for view in base.file.views {
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
      let problems = try await onBehalf { () async throws(BaseFailure) in
        try await bases.problems(of: try await bases.open(path))
      }
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
    return try await onBehalf { () async throws(BaseFailure) in
      try await vault.bases(context.clock).open(path)
    }
  }

  private func find(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> NotePath {
    try await context.address(in: vault).base(
      request.argument(at: 0), among: vault.bases(context.clock))
  }

  private func readable(_ base: OpenBase) throws(CommandFailure) -> OpenBase {
    if base.file.isReadable { return base }
    throw CommandFailure(
      "\(output.shown(base.path)) cannot be read.",
      details: base.file.problems.map { line($0, in: base.path) })
  }

  private func line(_ problem: BaseProblem, in path: NotePath) -> String {
    "\(output.shown(path)):\(output.shown(problem.text))"
  }

  /// Nil for columns as a terminal shows them.
  private func form(_ request: CommandRequest) throws(CommandFailure) -> BaseForm? {
    guard let written = request.value(of: .format)?.text else {
      return request.has(.json) ? .json : nil
    }
    guard let form = BaseForm(rawValue: written) else {
      throw CommandFailure(
        "“\(output.shown(written))” is no form; there are json, csv, tsv, md and paths.",
        code: .usage)
    }
    if request.has(.json), form != .json {
      throw CommandFailure("--json and --format \(written) are two forms.", code: .usage)
    }
    return form
  }
}

extension CommandFailure {
  init(_ failure: BaseFailure) {
    switch failure {
    case .store(let error): self.init(error)
    case .index(let error): self.init(error)
    default: self.init(failure.message)
    }
  }
}

/// A use case's refusal as a command's.
@MainActor
private func onBehalf<Value>(
  _ body: () async throws(BaseFailure) -> Value
) async throws(CommandFailure) -> Value {
  do throws(BaseFailure) {
    return try await body()
  } catch {
    throw CommandFailure(error)
  }
}
