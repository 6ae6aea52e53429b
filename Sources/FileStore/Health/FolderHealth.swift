package import Entities
import Files
import Glibc
package import Services

/// Checks the folder of a vault, the folders of its state, and the system's limits.
package struct FolderHealth: VaultHealth {
  private let vault: NotePath
  private let files: any VaultFiles
  /// Other folders that must be writable, with what they contain.
  private let folders: [CheckedFolder]
  private let freeBytes: @Sendable (_ file: Int32) throws(SystemError) -> UInt64

  /// A folder of state outside the vault.
  package struct CheckedFolder: Sendable {
    package var part: String
    package var folder: NotePath

    package init(part: String, folder: NotePath) {
      self.part = part
      self.folder = folder
    }
  }

  package init(vault: NotePath, files: any VaultFiles, folders: [CheckedFolder]) {
    self.init(
      vault: vault, files: files, folders: folders,
      freeBytes: { (file) throws(SystemError) in try Posix.freeBytes(file) })
  }

  init(
    vault: NotePath, files: any VaultFiles, folders: [CheckedFolder],
    freeBytes: @escaping @Sendable (_ file: Int32) throws(SystemError) -> UInt64
  ) {
    self.vault = vault
    self.files = files
    self.folders = folders
    self.freeBytes = freeBytes
  }

  package func findings(repairing: Bool) async -> [HealthFinding] {
    let survey = files.survey(isCancelled: { false })
    return [folderFinding()] + noteFindings(survey) + folders.map(finding) + [watches(survey)]
  }

  private func folderFinding() -> HealthFinding {
    do throws(SystemError) {
      try checkWritable(vault.bytes)
      return HealthFinding(part: "vault", state: .ok, text: vault.text)
    } catch {
      return HealthFinding(
        part: "vault", state: .problem, text: "\(vault.text): \(error.reason).",
        advice: Self.advice(error) ?? "Check the folder's owner and mode.")
    }
  }

  /// Throws if nothing can be written there, for example because the disk is full.
  private func checkWritable(_ path: [UInt8]) throws(SystemError) {
    let folder = try Posix.openFolder(path)
    try Posix.checkAccess(path, W_OK | X_OK)
    if try freeBytes(folder.raw) == 0 { throw SystemError(ENOSPC) }
  }

  /// Returns advice for errors that affect the whole disk.
  private static func advice(_ error: SystemError) -> String? {
    switch error.code {
    case EROFS: "Mount the disk for writing; until then notes can only be read."
    case ENOSPC: "Free some space; until then nothing can be saved."
    default: nil
    }
  }

  private func noteFindings(_ survey: FileSurvey) -> [HealthFinding] {
    var findings = survey.problems.map {
      HealthFinding(
        part: "folders", state: .problem, text: $0,
        advice: "Its notes cannot be read. Check its permissions.")
    }
    let obstructed = survey.entries.lazy.filter {
      $0.fact.obstacle != nil && $0.fact.obstacle != .locked
    }.prefix(20)
    for entry in obstructed {
      findings.append(
        HealthFinding(
          part: "notes", state: .warning,
          text:
            "\(survey.path(of: entry).text) \(entry.fact.obstacle?.words ?? "cannot be opened")."))
    }
    let folder = vault.bytes
    let unreadable = survey.entries.lazy.filter { $0.fact.obstacle == nil }.filter { entry in
      let path = folder + [UInt8(ascii: "/")] + survey.path(of: entry).bytes
      do throws(SystemError) {
        try Posix.checkAccess(path, R_OK)
        return false
      } catch {
        return error.code == EACCES
      }
    }.prefix(20)
    for entry in unreadable {
      findings.append(
        HealthFinding(
          part: "permissions", state: .warning,
          text: "\(survey.path(of: entry).text) may not be read.",
          advice: "Check its owner and permissions."))
    }
    findings += survey.entries.lazy.filter { $0.fact.obstacle == nil && isUTF16($0, survey) }
      .prefix(20).map { entry in
        let path = survey.path(of: entry)
        return HealthFinding(
          part: "notes", state: .warning,
          text: "\(path.text) is UTF-16: it is not searched, and nothing is added to it.",
          advice: "\(ForeignEncoding.utf16.advice(on: path)).")
      }
    if findings.isEmpty {
      findings.append(
        HealthFinding(
          part: "notes", state: .ok,
          text: "\(survey.entries.count) in \(survey.folders.count) folders."))
    }
    return findings
  }

  private func isUTF16(_ entry: FileSurvey.Entry, _ survey: FileSurvey) -> Bool {
    let path = vault.bytes + [UInt8(ascii: "/")] + survey.path(of: entry).bytes
    guard entry.fact.size > 1, let file = try? Posix.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
      let start = try? Posix.read(file.raw, from: 0, atMost: 2)
    else { return false }
    return ForeignEncoding(of: start) == .utf16
  }

  /// Checks a folder. One that is missing counts as its nearest existing parent.
  private func finding(_ entry: CheckedFolder) -> HealthFinding {
    var folder = entry.folder
    while true {
      do throws(SystemError) {
        try checkWritable(folder.bytes.isEmpty ? [UInt8(ascii: "/")] : folder.bytes)
        return HealthFinding(part: entry.part, state: .ok, text: entry.folder.text)
      } catch {
        if error.code == ENOENT, !folder.bytes.isEmpty {
          folder = folder.folder
          continue
        }
        return HealthFinding(
          part: entry.part, state: .problem, text: "\(entry.folder.text): \(error.reason).",
          advice: Self.advice(error) ?? "Check the folder's owner and mode.")
      }
    }
  }

  /// Checks the number of watches: every folder of the vault needs one.
  private func watches(_ survey: FileSurvey) -> HealthFinding {
    guard let limit = Self.number(in: "/proc/sys/fs/inotify/max_user_watches")
    else {
      return HealthFinding(
        part: "watches", state: .warning, text: "This system does not say how many it allows.")
    }
    if survey.folders.count > limit {
      return HealthFinding(
        part: "watches", state: .warning,
        text: "The system allows \(limit), and the vault has \(survey.folders.count) folders.",
        advice: "Changes are seen later. Raise fs.inotify.max_user_watches to see them at once.")
    }
    return HealthFinding(
      part: "watches", state: .ok, text: "\(survey.folders.count) of \(limit) are needed.")
  }

  /// Reads a number from a file in `/proc`: such files have a size of 0, but they do have content.
  private static func number(in path: String) -> Int? {
    guard let file = try? Posix.open(Array(path.utf8), O_RDONLY) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file.raw, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].filter { $0 > 0x20 }, as: UTF8.self))
  }
}
