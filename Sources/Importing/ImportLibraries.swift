import Archives
import CExpat

/// The libraries that imports bring along, with their versions. Gumbo and libmd do not say theirs.
package enum ImportLibraries {
  package static var versions: [String] {
    // It says `expat_2.5.0`.
    let expat = String(cString: XML_ExpatVersion()).drop { $0 != "_" }.dropFirst()
    return ["expat \(expat)", ArchiveLibrary.version]
  }
}
