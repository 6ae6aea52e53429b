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

/// The third-party libraries in this program, so that users can check for a vulnerable version.
enum LinkedLibraries {
  /// Returns a line for the program and one for each library: first those that report their
  /// version, then those with a version from the build. `make dist` compares them with the linked
  /// ones.
  static func versionText(isVerbose: Bool, asJSON: Bool) -> String {
    HelpText.version(libraries: isVerbose ? selfReported + recorded : selfReported, asJSON: asJSON)
  }

  private static var recorded: [String] {
    String(cString: cresources_built_with()).split(separator: ",").map(String.init)
  }

  private static var selfReported: [String] {
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
