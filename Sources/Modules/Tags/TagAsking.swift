import Services
import Viper

/// Asks for all tags.
@MainActor
final class TagsInteractor: TagsInteracting {
  weak var output: (any TagsInteractorOutput)?
  private let links: any NoteLinks
  private let scope: WorkScope

  init(links: any NoteLinks, work: Work) {
    self.links = links
    scope = work.scope()
  }

  func load() {
    scope.run { [links] in
      try await links.tags()
    } then: { [weak self] result in
      switch result {
      case .success(let tags): self?.output?.tagsLoaded(tags)
      case .failure(let error):
        self?.output?.tagsFailed((error as? NoteIndexError)?.message ?? "The tags: \(error).")
      }
    }
  }

  func end() { scope.end() }
}
