package import Services
package import Viper

/// Makes what tells how notes hang together. It needs the links.
@MainActor
package struct LinksBuilder {
  private let links: any NoteLinks
  private let work: Work

  package init(links: any NoteLinks, work: Work) {
    self.links = links
    self.work = work
  }

  /// `output` is not kept alive.
  package func makeInteractor(output: any LinksInteractorOutput) -> any LinksInteracting {
    let interactor = LinksInteractor(links: links, work: work)
    interactor.output = output
    return interactor
  }
}
