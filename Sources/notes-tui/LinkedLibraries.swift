import CResources
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
  /// A line for the program, then one for each of them: those that say their version, and behind them
  /// those of which only the build knew it. `make dist` compares them with what was linked.
  static func versionText(isVerbose: Bool, asJSON: Bool) -> String {
    HelpText.version(libraries: isVerbose ? talking + recorded : talking, asJSON: asJSON)
  }

  private static var recorded: [String] {
    String(cString: cresources_built_with()).split(separator: ",").map(String.init)
  }

  private static var talking: [String] {
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
