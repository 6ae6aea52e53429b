import Entities
import Services

extension CommandRunner {
  func history(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.openVault()
    let all = try await versions(request, in: vault)
    let results = ResultWriter(request, output)
    let lines =
      results.isText
      ? Columns(output).lines(
        all.map { [$0.name, WrittenTime.onWall($0.kept, context.clock), "\($0.size)"] }) : []
    for (index, version) in all.enumerated() {
      results.add([
        JSONMember("version", .string(version.name)),
        JSONMember("kept", .string(WrittenTime.inUTC(version.kept))),
        JSONMember("size", .number(version.size)),
      ]) { lines[index] }
    }
    results.finish()
    return .done
  }

  func showVersion(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.openVault()
    let bytes = try await bytes(of: version(request, in: vault), in: vault)
    if output.isTerminal { showLines(bytes) } else { output.write(bytes) }
    return .done
  }

  func restoreVersion(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.openVault()
    let version = try await version(request, in: vault)
    let bytes = try await bytes(of: version, in: vault)
    return try await NoteWriting(vault: vault, clock: context.clock).replace(
      version.note, with: bytes, telling: output)
  }

  private func bytes(
    of version: NoteVersion, in vault: CommandVault
  ) async throws(CommandFailure) -> [UInt8] {
    try await onBehalf { () async throws(NoteStoreError) in
      try await vault.services.versions.bytes(of: version)
    }
  }

  /// A note that is gone has its versions still: it is named by its path then.
  private func versions(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> [NoteVersion] {
    let written = try argument(0, of: request)
    let match = try await address(in: vault).lookUp(written)
    let versions = vault.services.versions
    let id: NoteID
    if let match { id = match.id } else { id = NoteID(try address(in: vault).newPath(written)) }
    let found = try await onBehalf { () async throws(NoteStoreError) in
      try await versions.versions(of: id)
    }
    // Says so, with what is near.
    if found.isEmpty, match == nil { _ = try await address(in: vault).find(written) }
    return found
  }

  private func version(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> NoteVersion {
    let wanted = try argument(1, of: request).text
    let all = try await versions(request, in: vault)
    let found = all.filter { $0.name == wanted }
    let fitting = found.isEmpty && !wanted.isEmpty ? all.filter { $0.name.hasPrefix(wanted) } : found
    guard let version = fitting.first else {
      throw CommandFailure(
        "there is no version “\(output.shown(wanted))”. “notes-tui history NOTE” lists them.",
        code: .notFound)
    }
    if fitting.count > 1 {
      throw CommandFailure(
        "“\(output.shown(wanted))” fits \(fitting.count) versions:", code: .ambiguous,
        details: fitting.map { "\($0.name)  \(WrittenTime.onWall($0.kept, context.clock))" })
    }
    return version
  }
}
