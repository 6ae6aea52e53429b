import Bytes
import Cells
import Entities

extension JSONMember {
  /// Returns the member `path`, and `pathBytes` as well if the path is not UTF-8.
  static func path(_ path: NotePath, named name: String = "path") -> [JSONMember] {
    let shown = JSONMember(name, .string(path.text))
    guard String(validating: path.bytes, as: UTF8.self) == nil else { return [shown] }
    return [shown, JSONMember("\(name)Bytes", .string(Percent.text(of: path.bytes)))]
  }
}
