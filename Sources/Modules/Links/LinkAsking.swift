import Entities
import Services
import Viper

/// Asks how notes hang together.
@MainActor
final class LinksInteractor: LinksInteracting {
  weak var output: (any LinksInteractorOutput)?
  private let links: any NoteLinks
  private let scope: WorkScope

  init(links: any NoteLinks, work: Work) {
    self.links = links
    scope = work.scope()
  }

  func loadLinks(from note: NoteID) {
    ask { [links] in try await links.links(from: note) }
  }

  func loadBacklinks(to note: NoteID) {
    ask { [links] in try await links.backlinks(to: note) }
  }

  func loadMentions(of note: NoteID) {
    ask { [links] in try await links.mentions(of: note) }
  }

  func check() {
    scope.run { [links] in
      (broken: try await links.broken(), orphans: try await links.orphans())
    } then: { [weak self] result in
      switch result {
      case .success(let found):
        self?.output?.linksChecked(broken: found.broken, orphans: found.orphans)
      case .failure(let error): self?.fail(error)
      }
    }
  }

  func end() { scope.end() }

  private func ask(_ question: @escaping @Sendable @concurrent () async throws -> [LinkRecord]) {
    scope.run(question) { [weak self] result in
      switch result {
      case .success(let found): self?.output?.linksFound(found)
      case .failure(let error): self?.fail(error)
      }
    }
  }

  private func fail(_ error: any Error) {
    output?.linksFailed((error as? NoteIndexError)?.message ?? "The links: \(error).")
  }
}
