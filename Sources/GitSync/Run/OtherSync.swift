import Files

/// Another program that syncs the folder of a repository, with git's own files in it.
enum OtherSync {
  /// What such programs keep at the top of what they sync.
  private static let marks = [
    (".stfolder", "Syncthing"), (".dropbox.cache", "Dropbox"), (".owncloudsync.log", "Nextcloud"),
    (".nextcloudsync.log", "Nextcloud"), (".SynologyWorkingDirectory", "Synology Drive"),
    (".sync/ID", "Resilio"),
  ]

  /// Nil where none is known to.
  static func program(of root: String) -> String? {
    var folder = root[...]
    while folder.count > 1, let slash = folder.lastIndex(of: "/") {
      let found = marks.first { mark, _ in
        Posix.exists(Array("\(folder)/\(mark)".utf8), in: Posix.noFolder)
      }
      if let found { return found.1 }
      folder = folder[..<slash]
    }
    return nil
  }

  static func remark(_ program: String) -> String {
    "\(program) syncs this folder as well, and .git with it: two devices at once can break that. Let"
      + " \(program) leave .git out, or sync the vault by one of the two."
  }
}
