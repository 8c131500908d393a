#!/bin/bash
# ceph-gateway.sh DIR PORT: a Ceph of one monitor, one store of objects in memory and one S3 gateway at PORT, which uses PORT to PORT + 14.
# All of it runs as plain processes of this user, detached; their IDs are in DIR/run/*.pid. The key is "quire", its secret "secret".
set -e
D=$1 P=$2
export PATH=/usr/bin:/bin:/usr/sbin
mkdir -p "$D/mon" "$D/osd" "$D/run" "$D/log"
F=$(cat /proc/sys/kernel/random/uuid); U=$(cat /proc/sys/kernel/random/uuid)
cat >$D/ceph.conf <<C
[global]
fsid = $F
mon_host = v2:127.0.0.1:$((P+1))/0
mon_initial_members = a
public_addr = 127.0.0.1
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
keyring = $D/keyring
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 2147483648
osd_data = $D/osd
mon_data = $D/mon
run_dir = $D/run
admin_socket = $D/run/\$name.asok
pid_file = $D/run/\$name.pid
log_file = $D/log/\$name.log
ms_bind_port_min = $((P+2))
ms_bind_port_max = $((P+14))
rgw_frontends = beast endpoint=127.0.0.1:$P tcp_nodelay=1
C
c() { ceph -c $D/ceph.conf "$@"; }
ceph-authtool --create-keyring $D/keyring --gen-key -n mon. --cap mon 'allow *' >/dev/null
ceph-authtool $D/keyring --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' >/dev/null
monmaptool --create --addv a "[v2:127.0.0.1:$((P+1))]" --fsid $F $D/monmap >/dev/null
ceph-mon -c $D/ceph.conf --mkfs -i a --monmap $D/monmap --keyring $D/keyring; ceph-mon -c $D/ceph.conf -i a
c osd new $U >/dev/null
c auth get-or-create osd.0 mon 'allow profile osd' osd 'allow *' >>$D/keyring
c auth get-or-create client.rgw mon 'allow rw' osd 'allow rwx' >>$D/keyring
ceph-osd -c $D/ceph.conf -i 0 --mkfs --osd-uuid $U >/dev/null 2>&1; ceph-osd -c $D/ceph.conf -i 0 >/dev/null
for i in $(seq 100); do c osd stat 2>/dev/null | grep -q '1 up' && break; sleep 0.1; done
radosgw -c $D/ceph.conf -n client.rgw --keyring $D/keyring >/dev/null 2>&1
for i in $(seq 600); do curl -fsS http://127.0.0.1:$P/ >/dev/null 2>&1 && break; sleep 0.1; done
radosgw-admin -c $D/ceph.conf user create --uid quire --display-name quire --access-key quire --secret-key secret >/dev/null
