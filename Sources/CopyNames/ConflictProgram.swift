/// The program that made a copy of a note because two devices had changed it.
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
  /// Our own sync, for a file that cannot be merged.
  case ours = "notes-tui"
  /// Tresorit, and others that append the word conflict and a date to the name.
  case other
  /// iCloud, Google Drive, file managers and browsers: they append a number or the word copy, as a
  /// person may do too.
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
