import Bases
import Entities
import Services

/// What `.base` files show, and what is wrong with them.
@MainActor
struct BaseCommands {
  let context: CommandContext

  private var output: CommandOutput { context.output }

  func query(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let form = try form(request)
    let vault = try await context.vault(request)
    let address = BaseAddress(context, vault)
    let file = try address.read(try address.find(request.argument(at: 0)))
    let base = try readable(BaseFile(file.bytes), file.path)
    guard let view = base.view(named: request.value(of: .view)?.text) else {
      throw CommandFailure(
        "\(output.shown(file.path)) has no view “\(output.shown(request.value(of: .view)?.text ?? ""))”.",
        code: .usage, details: base.views.map { output.shown($0.name) })
    }
    let presenter = BaseText(
      try await run(view, in: base, at: file.path, try sources(of: vault)), output)
    presenter.write(form)
    for problem in presenter.problems {
      output.message("\(output.shown(file.path)):\(output.shown(problem.text))")
    }
    return presenter.problems.isEmpty ? .done : .failed
  }

  func views(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let address = BaseAddress(context, vault)
    let file = try address.read(try address.find(request.argument(at: 0)))
    let base = try readable(BaseFile(file.bytes), file.path)
    let results = ResultWriter(request, output)
    let lines = Columns(output).lines(
      base.views.map { [output.shown($0.name), output.shown($0.type)] })
    for (view, line) in zip(base.views, lines) {
      results.add([
        JSONMember("name", .string(view.name)), JSONMember("type", .string(view.type)),
        JSONMember("line", .number(view.line)),
      ]) { line }
    }
    results.finish()
    return .done
  }

  func check(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let address = BaseAddress(context, vault)
    let named = request.argument == nil ? nil : try address.find(request.argument(at: 0))
    let sources = try sources(of: vault)
    let results = ResultWriter(request, output)
    var code = ExitCode.done
    for path in named.map({ [$0] }) ?? address.bases {
      let base = BaseFile(try address.read(path).bytes)
      for problem in try await problems(of: base, at: path, sources) {
        code = .failed
        results.add(
          output.members(of: path) + BaseText.members(of: problem)
        ) { "\(output.shown(path)):\(output.shown(problem.text))" }
      }
    }
    results.finish()
    return code
  }

  /// Those of the file, and those that come up when its views are worked out; each once.
  private func problems(
    of base: BaseFile, at path: NotePath, _ sources: BaseSources
  ) async throws(CommandFailure) -> [BaseProblem] {
    guard base.isReadable else { return base.problems }
    var found = base.problems
    for view in base.views {
      for problem in try await run(view, in: base, at: path, sources).problems
      where !found.contains(problem) {
        found.append(problem)
      }
    }
    return found.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  private func run(
    _ view: BaseView, in base: BaseFile, at path: NotePath, _ sources: BaseSources
  ) async throws(CommandFailure) -> BaseRun {
    do throws(NoteIndexError) {
      return try await BaseRun.of(view, in: base, this: path, from: sources)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func sources(of vault: CommandVault) throws(CommandFailure) -> BaseSources {
    let services = vault.services
    guard let tables = services.queries.tables else {
      throw CommandFailure("there is nothing to make tables of.")
    }
    return BaseSources(tables: tables, foreign: services.foreign, clock: context.clock)
  }

  private func readable(
    _ base: BaseFile, _ path: NotePath
  ) throws(CommandFailure) -> BaseFile {
    if base.isReadable { return base }
    throw CommandFailure(
      "\(output.shown(path)) cannot be read.",
      details: base.problems.map { "\(output.shown(path)):\(output.shown($0.text))" })
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
