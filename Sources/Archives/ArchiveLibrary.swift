import CMinizip

/// The library that zips are read with; minizip is a part of it.
package enum ArchiveLibrary {
  package static var version: String { "zlib \(String(cString: zlibVersion()))" }
}
