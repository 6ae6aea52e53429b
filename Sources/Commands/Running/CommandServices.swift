package import Services

/// What commands work with in an open vault, each made by the composition root.
package struct CommandServices {
  package var store: any NoteStore
  package var index: any NoteIndex
  package var search: any NoteSearch
  package var links: any NoteLinks
  package var moves: any NoteMoves
  package var trash: any NoteTrash
  package var versions: any NoteVersions
  package var journal: any RecoveryJournal
  package var files: any VaultFiles
  package var health: any VaultHealth

  package init(
    store: any NoteStore, index: any NoteIndex, search: any NoteSearch, links: any NoteLinks,
    moves: any NoteMoves, trash: any NoteTrash, versions: any NoteVersions,
    journal: any RecoveryJournal, files: any VaultFiles, health: any VaultHealth
  ) {
    self.store = store
    self.index = index
    self.search = search
    self.links = links
    self.moves = moves
    self.trash = trash
    self.versions = versions
    self.journal = journal
    self.files = files
    self.health = health
  }
}
