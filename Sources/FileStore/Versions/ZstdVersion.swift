import CZstd

extension FolderVersions {
  /// What versions are compressed by.
  package static var library: String { "zstd \(String(cString: ZSTD_versionString()))" }
}
