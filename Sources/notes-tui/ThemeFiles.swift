import App
import CResources
import Files
import Glibc
import Terminal

/// Built-in themes, and the user's in `themes` next to the settings. If both have a name, the
/// user's theme is used.
struct ThemeFiles {
  private static let ending = ".theme"
  private static let limit = 1 << 18
  let folder: String

  init(configFolder: String) {
    folder = "\(configFolder)/themes"
  }

  var themes: Themes { Themes(names: { names }, load: { load($0) }) }

  private var own: [String] {
    var names: [String] = []
    for index in 0... {
      guard let name = cresources_theme_name(index) else { break }
      names.append(String(cString: name))
    }
    return names
  }

  /// The paths of the user's themes.
  var files: [[UInt8]] { found.map { Array("\(folder)/".utf8) + $0 } }

  /// The file names; none if there is no such folder.
  private var found: [[UInt8]] {
    do throws(SystemError) {
      let open = try Posix.openFolder(Array(folder.utf8))
      return try Posix.names(in: open.raw)
    } catch {
      return []
    }
  }

  private var names: [String] {
    let own = own
    let files = found.compactMap { String(validating: $0, as: UTF8.self) }
      .filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.ending.count)) }
    return own + files.filter { !own.contains($0) && !$0.isEmpty }.sorted()
  }

  private func load(_ name: String) -> (theme: Theme, problems: [String]) {
    let path = "\(folder)/\(name)\(Self.ending)"
    // A name must not lead to a file elsewhere.
    if !name.contains("/"), !name.hasPrefix("."), !name.utf8.contains(0) {
      do throws(SystemError) {
        let realPath = try Posix.realPath(Array(path.utf8))
        let bytes = try Posix.contents(realPath, in: Posix.noFolder, limit: Self.limit)
        return ThemeText.theme(named: name, from: bytes, path: path)
      } catch {
        if error.code != ENOENT, error.code != ENOTDIR {
          return (.standard, ["\(path) cannot be read: \(error.reason)."])
        }
      }
    }
    var length = 0
    guard let start = cresources_theme(name, &length) else {
      let known = names.joined(separator: ", ")
      return (
        .standard,
        [
          "There is no theme “\(name)”. There are \(known), and files in \(folder)."
        ]
      )
    }
    let bytes = Array(UnsafeBufferPointer(start: start, count: length))
    return ThemeText.theme(named: name, from: bytes, path: name + Self.ending)
  }
}
