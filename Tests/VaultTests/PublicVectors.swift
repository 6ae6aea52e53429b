import Glibc
import TestSupport
import Testing

@testable import Vault

/// The public test vectors of the age format: https://github.com/C2SP/CCTV, folder `age/testdata`.
///
/// They are looked for where `AGE_TESTKIT` says, else beside the project, in `age-testkit` or in
/// `shared/data/age-testkit/testdata`.
enum PublicVectors {
  static let whereToGet: Comment = """
    The public age test vectors are not here: get https://github.com/C2SP/CCTV and set AGE_TESTKIT to \
    its folder age/testdata, or put that beside the project as age-testkit.
    """

  static let folder: String? = {
    if let named = getenv("AGE_TESTKIT") { return String(cString: named) }
    let project = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    return ["age-testkit", "shared/data/age-testkit/testdata"].map { "\(project)/../\($0)" }
      .first { access("\($0)/x25519", R_OK) == 0 }
  }()

  /// Sorted.
  static let names: [String] = {
    folder.map { folderNames($0).filter { !$0.hasPrefix(".") } } ?? []
  }()

  /// Those that ask for kinds of keys which are not known here.
  static let notApplying: [String] = names.filter { name in
    (try? PublicVector(name))?.identities.contains { $0.hasPrefix("AGE-SECRET-KEY-PQ-") } ?? false
  }

  static let applying: [String] = names.filter { !notApplying.contains($0) }
}

/// One of them: a file, what opens it, and how that must end.
struct PublicVector {
  struct Failure: Error {}

  var expect = ""
  var payload: [UInt8]?
  var identities: [String] = []
  var passphrases: [String] = []
  var isArmored = false
  var file: [UInt8]

  init(_ name: String) throws {
    let bytes = try Self.read("\(PublicVectors.folder ?? "")/\(name)")
    var rest = bytes[...]
    var isPacked = false
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      guard let colon = line.firstRange(of: ": ") else { throw Failure() }
      let value = String(line[colon.upperBound...])
      switch line[..<colon.lowerBound] {
      case "expect": expect = value
      case "payload": payload = hex(value)
      case "identity": identities.append(value)
      case "passphrase": passphrases.append(value)
      case "armored": isArmored = value == "yes"
      case "compressed": isPacked = true
      case "file key", "comment": break
      default: throw Failure()
      }
    }
    file = isPacked ? try Inflater.unpack(Array(rest)) : Array(rest)
  }

  private static func read(_ path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "r") else { throw Failure() }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, stream), count > 0 {
      bytes += part[..<count]
    }
    return bytes
  }

  func ageIdentities() throws -> [AgeIdentity] {
    try identities.map { .key(try key($0)) } + passphrases.map { .passphrase(try secret($0)) }
  }
}

extension AgeError {
  /// In the words of the vectors.
  var kind: String {
    switch self {
    case .armor: "armor failure"
    case .header, .tooMuchWork: "header failure"
    case .noMatch: "no match"
    case .changedHeader: "HMAC failure"
    case .payload: "payload failure"
    case .key, .keyFile, .noMemory: "none of them"
    }
  }
}
