/// Which program left a copy of a note because two devices had changed it.
package enum ConflictProgram: String, Hashable, Sendable, CaseIterable {
  case syncthing
  case dropbox
  case nextcloud
  case obsidian
  case oneDrive = "onedrive"
  case synology
  case resilio
  case seafile
  case pCloud = "pcloud"
  /// A sync of our own, of what cannot be one text.
  case ours = "notes-tui"
  /// Tresorit, and others that put the word conflict and a date behind the name.
  case other
  /// iCloud, Google Drive, file managers and browsers: a number or the word copy behind the name, which
  /// a person may have written too.
  case unknown

  package var name: String {
    switch self {
    case .syncthing: "Syncthing"
    case .dropbox: "Dropbox"
    case .nextcloud: "Nextcloud"
    case .obsidian: "Obsidian Sync"
    case .oneDrive: "OneDrive"
    case .synology: "Synology"
    case .resilio: "Resilio"
    case .seafile: "Seafile"
    case .pCloud: "pCloud"
    case .other: "a sync program"
    case .ours: "notes-tui"
    case .unknown: "a copy"
    }
  }
}
