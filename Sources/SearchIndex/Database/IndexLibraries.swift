import CPcre2
import CSQLite

/// The libraries that the index brings along, with their versions.
package enum IndexLibraries {
  package static var versions: [String] {
    ["SQLite \(String(cString: sqlite3_libversion()))", "PCRE2 \(pcre2)"]
  }

  /// Behind the version it says of which day that is.
  private static var pcre2: String {
    var text = [UInt8](repeating: 0, count: 64)
    guard pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), &text) > 0 else { return "" }
    return String(decoding: text.prefix { $0 > 0x20 }, as: UTF8.self)
  }
}
