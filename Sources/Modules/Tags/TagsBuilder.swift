package import Services
package import Viper

/// Makes what knows the tags. It needs the service that counts them.
@MainActor
package struct TagsBuilder {
  private let links: any NoteLinks
  private let work: Work

  package init(links: any NoteLinks, work: Work) {
    self.links = links
    self.work = work
  }

  /// `output` is not kept alive.
  package func makeInteractor(output: any TagsInteractorOutput) -> any TagsInteracting {
    let interactor = TagsInteractor(links: links, work: work)
    interactor.output = output
    return interactor
  }
}
