import Conflicts
import Entities
import Links
import Services

extension ReadingCommands {
  func links(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let note = try await context.note(request, in: vault).id
    let links = try await onBehalf { () async throws(NoteIndexError) in
      if request.name == .links { return try await vault.links.links(from: note) }
      return request.has(.unlinked)
        ? try await vault.links.mentions(of: note) : try await vault.links.backlinks(to: note)
    }
    LinksText(request: request, output: output).write(links)
    return .done
  }

  func check(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    try context.refuseLocked()
    let vault = context.vault
    let loose = try await onBehalf(vault.links.loose)
    let conflicts = try await onBehalf { () async throws(NoteIndexError) in
      try await vault.conflicts?.all() ?? FoundConflicts()
    }
    LinksText(request: request, output: output).write(loose, conflicts)
    return loose.broken.isEmpty ? .done : .failed
  }
}
