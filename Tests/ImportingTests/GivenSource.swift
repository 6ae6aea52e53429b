import Archives
import Entities
import Services
import TestSupport

@testable import Importing

/// What a reader makes of some files.
final class GivenSource: ImportSink {
  let folder = TemporaryFolder()
  var notes: [ImportedNote] = []
  var files: [String: [UInt8]] = [:]
  var names: [String: String] = [:]
  var problems: [ImportNotice] = []

  func add(_ note: ImportedNote) throws(ImportFailure) { notes.append(note) }

  func add(_ file: ImportedFile) throws(ImportFailure) {
    files[file.id] = try file.read()
    names[file.id] = file.name
  }

  func add(_ problem: ImportNotice) { problems.append(problem) }

  /// Reads the folder `in`.
  func read(_ reader: any ImportReader, from name: String = "in") throws {
    try reader.read(try SourceTree([Array(folder.path(name).utf8)]), into: self)
  }

  func text(_ index: Int) -> String { String(decoding: notes[index].text, as: UTF8.self) }
}
