import CSQLite
import Regex

/// The libraries that the index brings along, with their versions.
package enum IndexLibraries {
  package static var versions: [String] {
    ["SQLite \(String(cString: sqlite3_libversion()))", "PCRE2 \(RegexPattern.version)"]
  }
}
