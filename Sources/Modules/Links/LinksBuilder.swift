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

  package func makeInteractor() -> any LinksInteracting {
    LinksInteractor(links: links, work: work)
  }
}
