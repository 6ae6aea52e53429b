import CSystem
import Commands
import FileStore
import Importing
import Markdown
import NcursesTerminal
import SearchIndex
import Spelling
import UIScripts
import Vault
import Yaml

/// The libraries of others in this program: who hears of a hole in one can see whether it is here.
enum LinkedLibraries {
  /// A line for the program, then one for each of them.
  static var versionText: String {
    HelpText.version + all.map { "  \($0)\n" }.joined()
  }

  private static var all: [String] {
    IndexLibraries.versions
      + [
        RenderedNote.library, NcursesDriver.library, VaultLock.library, FolderVersions.library,
        Yaml.library, SpellingLibrary.version,
      ] + ImportLibraries.versions + [
        TerminalEmulator.library,
        "glibc \(String(cString: gnu_get_libc_version()))",
      ]
  }
}
