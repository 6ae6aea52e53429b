import Files
import Glibc
import UseCases

extension PrivateEditing {
  /// Passes the text to `edit` in a file that exists only in memory.
  @MainActor
  init(
    of text: [UInt8], named name: String, in memory: [[UInt8]], _ edit: ([UInt8]) -> String?
  ) {
    do throws(SystemError) {
      let file = try MemoryFile(text, named: Array(name.utf8), in: memory)
      let problem = edit(file.path)
      self = .ended(text: try file.contents(), problem: problem)
    } catch {
      self = .failed(
        error.code == ENOTSUP
          ? "The note was not handed over: neither XDG_RUNTIME_DIR nor /dev/shm lies in memory."
          : "The note in memory could not be written or read: \(error.reason).")
    }
  }
}
