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

  package func makeInteractor() -> any TagsInteracting {
    TagsInteractor(links: links, work: work)
  }
}
